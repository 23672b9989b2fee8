/*
 * profiler.h - Devel::NYTProf in a process that runs Perl for requests.
 *
 * Nothing of httpd in it: httpd, workers and the processes of perl-cgi load it
 * before any other code, for it sees only what is compiled afterwards, and turn
 * it on for one request at a time. lib/Mehari/Profile.pm names the files and
 * bounds them.
 */
#ifndef MEHARI_PROFILE_PROFILER_H
#define MEHARI_PROFILE_PROFILER_H

#include <stdbool.h>
#include <stdint.h>

#include "EXTERN.h"
#include "perl.h"

typedef struct mh_profiler_t {
    const char *library; /* the folder of our Perl modules */
    const char *folder;  /* where the files go */
    uint64_t files;      /* at most, in the folder */
    uint64_t bytes;      /* of all of them */
} mh_profiler_t;

/* NULL, or Perl's message, which lives until the next statement does. */
const char *mh_profiler_load(pTHX_ const mh_profiler_t *profiler);

/*
 * Perl has ended in this process, and may begin again: a second profiler must
 * find nothing of the first.
 */
void mh_profiler_unload(void);

/* The file of one request begins, or ends; without load nothing happens. */
void mh_profiler_begin(pTHX_ const char *method, const char *uri,
                       const char *script);
void mh_profiler_finish(pTHX);

#endif
