/*
 * script_part.h - the interface between script.c, which also waits for both,
 * script_serve.c and script_clock.c.
 */
#ifndef MEHARI_MODULE_GATEWAY_CGI_SCRIPT_PART_H
#define MEHARI_MODULE_GATEWAY_CGI_SCRIPT_PART_H

#include "module/gateway/cgi/request_message.h"
#include "module/gateway/cgi/script.h"

/* Pipes for descriptors 1 and 2: theirs, and ours in script. An errno. */
int mh_cgi_script_make_outputs(mh_cgi_script_t *script, int theirs[3]);

/* A script without pipes or connection. */
mh_cgi_script_t *mh_cgi_script_new(request_rec *r, mh_pool_t *pool);
/*
 * Sends the request to the manager. theirs: the three descriptors that it
 * needs; the message's memory goes with them. An errno.
 */
int mh_cgi_script_send(mh_cgi_script_t *script,
                       const mh_request_message_t *message,
                       const int theirs[3]);
/* Starts the timers of a worker's request. */
void mh_cgi_script_clock_begin(mh_cgi_script_t *script);
/* ms, but no longer than until the next report to the manager. */
int mh_cgi_script_clock_patience(const mh_cgi_script_t *script, int ms);
/* Reports to the manager, when it is time. */
void mh_cgi_script_clock_look(mh_cgi_script_t *script);
/* A worker's part of mh_cgi_script_close(). */
void mh_cgi_script_end_serving(mh_cgi_script_t *script);

#endif
