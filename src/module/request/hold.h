/*
 * hold.h - how long a request has the interpreter, where threads take turns.
 *
 * A request has it from its first Perl handler to its end (ending.h), so that
 * no other request changes what Perl keeps of it (global variables, %ENV,
 * Apache2::RequestUtil->request). But a request does not have the interpreter
 * while a file, a proxy or a pool answers it. Filters of such a response have
 * it one call at a time.
 */
#ifndef MEHARI_MODULE_REQUEST_HOLD_H
#define MEHARI_MODULE_REQUEST_HOLD_H

#include "module/request/context/context.h"

/* Takes the turn for a hook of r. OK, or the status that r gets instead. */
int mh_hold_take(request_rec *r, mh_hook_e hook);

/*
 * Called before Perl runs: restores what Perl has left of r. r may keep the
 * turn.
 */
void mh_hold_begin(request_rec *r, mh_hook_e hook);

/* The request that the client has sent, of which r is a part. */
request_rec *mh_hold_root(request_rec *r);

void mh_hold_register(void);

#endif
