/*
 * ending.h - the end of a request's Perl, where threads take turns.
 *
 * httpd ends a request when its last byte has been written: under event in any
 * thread, under HTTP/2 in that of the connection, for which other requests wait
 * with the interpreter in their hands. So its Perl does not wait for that: as
 * soon as the response has been handed over, and if the request is not gone by
 * then, its last phases run, its objects end, and the interpreter is free.
 */
#ifndef MEHARI_MODULE_REQUEST_ENDING_H
#define MEHARI_MODULE_REQUEST_ENDING_H

#include "module/request/context/context.h"

/* Have the end of that request noticed. Not for a part of another one. */
void mh_ending_expect(request_rec *r);

void mh_ending_register(void);

#endif
