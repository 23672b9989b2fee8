/*
 * part.h - the interface between the files of process.h: process.c begins
 * and closes a script, ask_worker.c a worker; wait.c waits for both,
 * messages.c hears their manager, timers.c has a worker's timers.
 */
#ifndef MEHARI_MODULE_GATEWAY_PROCESS_PART_H
#define MEHARI_MODULE_GATEWAY_PROCESS_PART_H

#include "module/gateway/process/request_message.h"
#include "module/gateway/process/process.h"

/* Closes a descriptor that is open, and makes it -1. */
void mh_cgi_script_close_fd(int *fd);
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
/*
 * Takes one message of the manager. False: there is none, or there will be
 * none.
 */
bool mh_cgi_script_take_message(mh_cgi_script_t *script);
/* Refuses the request, because the manager does not answer. */
void mh_cgi_script_give_up(mh_cgi_script_t *script);
/*
 * Looks whether the run has noted its end. The manager's earlier messages about
 * it come first; a loss of the manager makes no difference any more. The
 * messages about a request of a lease come later, and do not matter.
 */
void mh_cgi_script_look_for_note(mh_cgi_script_t *script);
/* Starts the timers of a worker's request. */
void mh_cgi_script_clock_begin(mh_cgi_script_t *script);
/* ms, but no longer than until the next report to the manager. */
int mh_cgi_script_clock_patience(const mh_cgi_script_t *script, int ms);
/* Reports to the manager, when it is time. */
void mh_cgi_script_clock_look(mh_cgi_script_t *script);
/* True if a worker on lease has not read its request, and is not gone. */
bool mh_cgi_script_is_queued(const mh_cgi_script_t *script);
/* A worker's part of mh_cgi_script_close(). */
void mh_cgi_script_end_serving(mh_cgi_script_t *script);

#endif
