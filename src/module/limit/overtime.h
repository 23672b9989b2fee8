/*
 * overtime.h - PerlRequestTimeout: dies in a response handler of Perl in httpd
 * that runs for too long.
 *
 * The watcher (module/scoreboard/watcher.h) finds that the time is over. It
 * signals the thread that runs Perl, so that a system call returns. Perl then
 * dies between two operators, where it would run a signal's handler. If the
 * handler stays in C code for longer, its process is ended.
 */
#ifndef MEHARI_MODULE_LIMIT_OVERTIME_H
#define MEHARI_MODULE_LIMIT_OVERTIME_H

#include "module/common/mehari.h"

/* Resets the limit before the configuration is read. */
void mh_overtime_reset(void);
const char *mh_overtime_set(cmd_parms *cmd, void *dir, const char *seconds);
/* Milliseconds; 0: there is no limit. */
uint64_t mh_overtime_limit(void);

/* Prepares a child of httpd, before it serves. */
void mh_overtime_child(void);
/* Begin and end this thread's request. True if it was interrupted. */
void mh_overtime_begin(void);
bool mh_overtime_end(void);
/* True if the time of the present request is over. */
bool mh_overtime_passed(void);

/* Called in the watcher's thread: makes the present request die. */
void mh_overtime_interrupt(void);

#endif
