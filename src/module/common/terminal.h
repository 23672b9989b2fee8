/*
 * terminal.h - errors of httpd's start, which the terminal shows, too.
 *
 * When we load code, stderr is the error log already, so the terminal's stderr
 * is kept at start-up. Parent only.
 */
#ifndef MEHARI_MODULE_COMMON_TERMINAL_H
#define MEHARI_MODULE_COMMON_TERMINAL_H

#include "httpd.h"

/* The configuration is about to be read: stderr is still the terminal's. */
void mh_terminal_keep(void);
/* Called when httpd has left the terminal, if it leaves it: processes that are
 * forked from here on do not need the terminal, and call in_forks. */
void mh_terminal_has_detached(void (*in_forks)(void));
/* The start is over: no later error is for the person at the terminal. */
void mh_terminal_let_go(void);

/* Logs the error and shows it on the terminal; httpd starts all the same. */
void mh_terminal_warn(server_rec *s, const char *what);

/*
 * Logs the error and shows it on the terminal. Returns the status that stops
 * httpd.
 */
int mh_terminal_fail(server_rec *s, const char *why);

#endif
