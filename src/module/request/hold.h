/*
 * hold.h - how long a request has the interpreter, where threads take turns.
 *
 * From its first Perl handler to its end, so that no other request changes what
 * Perl keeps of it (global variables, %ENV, Apache2::RequestUtil->request). But
 * it does not have the interpreter while a file, a proxy or a pool answers it.
 * Filters of such a response have it one call at a time. The end is ending.h's.
 */
#ifndef MEHARI_MODULE_REQUEST_HOLD_H
#define MEHARI_MODULE_REQUEST_HOLD_H

#include "module/request/context/context.h"

/* Take the turn for a hook of r. OK, or the status that r gets instead. */
int mh_hold_take(request_rec *r, mh_hook_e hook);

/* Perl is about to run: it finds what it has left of r; it may stay. */
void mh_hold_begin(request_rec *r, mh_hook_e hook);

/* The request that the client has sent, of which r is a part. */
request_rec *mh_hold_root(request_rec *r);

void mh_hold_register(void);

#endif
