/*
 * watch.h - notices some acts of Perl code, at the price of a flag.
 *
 * A few of Perl's operators are wrapped so that putting things back after a
 * request costs nothing when there is nothing to put back: chdir marks the
 * working directory, fork marks the process. Code that mentions a whole hash
 * completes an %ENV that waits to be built; for a few $ENV{NAME} that is not
 * needed. sysread and syswrite work on handles without a file descriptor.
 * Programs that are started get %ENV. Modules that replace the same operators
 * still work: each wrapper calls the one before it.
 */
#ifndef MEHARI_MODULE_REQUEST_WATCH_H
#define MEHARI_MODULE_REQUEST_WATCH_H

#include "module/common/mehari.h"

/* Wraps the operators. Once per process, before any Perl is compiled. */
void mh_watch_install(void);

enum { MH_CHANGED_DIRECTORY = 1, MH_CHANGED_UMASK = 2, MH_CHANGED_ALARM = 4 };

/* The changes of Perl code since the last reset. */
unsigned mh_watch_peek(void);
void mh_watch_reset(void);

/* Marks these as changed as well. */
void mh_watch_note(unsigned what);

#endif
