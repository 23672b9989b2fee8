/*
 * profiler.h - Devel::NYTProf in a process that runs Perl for requests.
 *
 * Knows nothing of httpd. httpd, workers and the processes of perl-cgi load the
 * profiler before any other code, because it sees only code that is compiled
 * afterwards. They turn it on for one request at a time. lib/Mehari/Profile.pm
 * names the files and limits their number and size.
 */
#ifndef MEHARI_SHARED_PERL_PROFILER_H
#define MEHARI_SHARED_PERL_PROFILER_H

#include <stdbool.h>
#include <stdint.h>

#include "EXTERN.h"
#include "perl.h"

typedef struct mh_profiler_t {
    const char *library; /* the folder of our Perl modules */
    const char *folder;  /* folder of the files */
    uint64_t files;      /* in the folder, at most */
    uint64_t bytes;      /* of all files, at most */
} mh_profiler_t;

/* NULL, or Perl's message, which is valid until the next statement. */
const char *mh_profiler_load(pTHX_ const mh_profiler_t *profiler);

/*
 * Forgets the profiler when Perl has ended in this process, so that another
 * interpreter can start without it.
 */
void mh_profiler_unload(void);

/*
 * Begin and end the file of one request. No effect if no profiler was loaded.
 */
void mh_profiler_begin(pTHX_ const char *method, const char *uri,
                       const char *script);
void mh_profiler_finish(pTHX);

#endif
