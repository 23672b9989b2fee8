/*
 * next_request.h - a client that asks again at once.
 *
 * The event MPM gives a kept connection to its listener, and the next request
 * back to a thread. This wakes two threads and makes five system calls, which
 * costs more than a small request. A front end that sends one request after the
 * other does so within microseconds. So the thread that has answered such a
 * client waits for that long for the next request. httpd itself stays with a
 * client only if the next request has come already.
 *
 * There are three limits: the client's last request came as quickly; at most
 * half of the process's threads wait like this; and after some requests the
 * connection goes to the listener, so that other clients have their turn. Runs
 * in the threads of httpd's children.
 */
#ifndef MEHARI_MODULE_GATEWAY_CLIENT_NEXT_REQUEST_H
#define MEHARI_MODULE_GATEWAY_CLIENT_NEXT_REQUEST_H

#include "module/common/httpd_headers.h"

void mh_next_request_register(void);
/* Sets the limits, when a child of httpd begins. */
void mh_next_request_child(void);

/* Notes that this thread serves a request of a pool, until it is answered. */
void mh_next_request_begin(void);
/* Notes that it has been answered; with OK the next one is expected. */
void mh_next_request_expect(request_rec *r, int status);

#endif
