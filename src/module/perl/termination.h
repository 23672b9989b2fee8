/*
 * termination.h - ends a child of prefork, at a stop or a hard restart, at a
 * point where it is not changing memory.
 *
 * httpd ends such a child in the handler of SIGTERM or SIGHUP, with all its
 * pools and so with Perl. The signal may have interrupted malloc(), whose lists
 * are then half changed. In a child with Perl the handler only takes note: it
 * makes httpd's loop leave as at a graceful stop, and shuts the connection
 * down, so that nobody waits for the client. The child then ends in its loop,
 * or between two of Perl's operators. A second later the child ends without
 * Perl, as httpd would have ended it, because it may wait in C code.
 */
#ifndef MEHARI_MODULE_PERL_TERMINATION_H
#define MEHARI_MODULE_PERL_TERMINATION_H

#include "module/common/mehari.h"

void mh_termination_register(void);

/* In a child of httpd that has Perl, before it serves. */
void mh_termination_child(void);

/* Restores signals and alarms, when the child's pools are destroyed. */
void mh_termination_leave(void);

#endif
