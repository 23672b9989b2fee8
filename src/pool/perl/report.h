/*
 * report.h - messages of bases, zygotes and runs to the manager, about
 * themselves: see program.h. A base or zygote ends if the manager cannot be
 * reached.
 */
#ifndef MEHARI_POOL_PERL_REPORT_H
#define MEHARI_POOL_PERL_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shared/wire/wire.h"

/*
 * Sends READY by the channel of a base or zygote. Texts may be NULL. output:
 * the script does not compile, and why. stopped of a base: the modules of its
 * list that are not loaded, and why.
 */
void mh_report_ready(const mh_wire_stamp_t *stamp, const char *stopped,
                     const char *output, const char *text);
/*
 * Sends the other READY of a zygote: its next templates make runs. why: what
 * cannot be put back, so that these are forks; or NULL.
 */
void mh_report_stands(const char *why);
void mh_report_depends(const char *files, size_t size);
/* Sends that the script does not compile; output: what perl has said. */
void mh_report_failed(const char *output, size_t size);
/* Sends that nothing of the script may be shared, and ends the process. */
_Noreturn void mh_report_unshareable(const char *what);

/* Datagrams of a run: */
/*
 * Reports the run's end, by a note in the ledger if it may, or else by DONE.
 * at_once: the process ends now, so a note is enough.
 */
void mh_report_done(int status, bool at_once);
/* Keeps for that report which of the site's files the run has asked for. */
void mh_report_asked(void);
/* Sends that the compiled code does not suit the request. varies: name of the
 * differing variable, see pool/perl/trace/trace.h; or NULL. */
void mh_report_differs(const char *varies);

#endif
