/*
 * ending.h - ends a request's Perl early where threads take turns.
 *
 * httpd ends a request when its last byte is written: under event in any
 * thread, under HTTP/2 in the connection's thread. Other requests may hold the
 * interpreter and wait for that thread. So Perl does not wait for the last
 * byte: when the response has been handed over, the last phases run, the
 * objects end, and the interpreter is free.
 */
#ifndef MEHARI_MODULE_REQUEST_ENDING_H
#define MEHARI_MODULE_REQUEST_ENDING_H

#include "module/request/context/context.h"

/* Watches for the end of r, unless r is a part of another request. */
void mh_ending_expect(request_rec *r);

void mh_ending_register(void);

#endif
