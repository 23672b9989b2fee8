/*
 * overtime.h - PerlRequestTimeout: a response handler of Perl in httpd that
 * runs for longer is made to die.
 *
 * The watcher (status/watcher.h) sees that it is time. It signals the thread
 * that runs Perl, so that a system call returns, and Perl dies where it would
 * run a signal's handler: between two of its operators. What is in C code for
 * longer than that ends with its process.
 */
#ifndef MEHARI_LIMIT_OVERTIME_H
#define MEHARI_LIMIT_OVERTIME_H

#include "../mehari.h"

/* The configuration is about to be read. */
void mh_overtime_reset(void);
const char *mh_overtime_set(cmd_parms *cmd, void *dir, const char *seconds);
/* Milliseconds; 0: there is no limit. */
uint64_t mh_overtime_limit(void);

/* A child of httpd, before it serves. */
void mh_overtime_child(void);
/* This thread begins a request, and has ended it: was it interrupted? */
void mh_overtime_begin(void);
bool mh_overtime_end(void);
/* So far. */
bool mh_overtime_passed(void);

/* The watcher's thread: the request that runs now is to die. */
void mh_overtime_interrupt(void);

#endif
