/*
 * enter.h - Perl is about to run for a request or a connection.
 *
 * A caller that enters has the turn (perl/turn.h) and the interpreter of the
 * server, until mh_leave_perl(). Runs in children of httpd and in workers.
 */
#ifndef MEHARI_MODULE_REQUEST_ENTER_H
#define MEHARI_MODULE_REQUEST_ENTER_H

#include "module/common/mehari.h"
#include "module/config/hook.h"

/*
 * Called before Perl runs for r, in that hook or to filter (MH_HOOK_NONE):
 * starts Perl if there is none, and takes the turn. OK: mh_leave_perl() is due
 * afterwards; else the status that r gets.
 */
int mh_enter_perl(request_rec *r, mh_hook_e hook);

/* The same for a connection. */
int mh_enter_perl_of(conn_rec *c);

void mh_leave_perl(void);

/*
 * Sets the function that starts Perl in a child without it, at the first
 * handler. It returns NULL, or the reason why Perl cannot start.
 */
void mh_enter_starts_by(const char *(*start)(void));

#endif
