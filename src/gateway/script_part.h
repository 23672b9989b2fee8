/*
 * script_part.h - what the two units behind script.h share: script.c, which
 * also waits for both, and script_serve.c.
 */
#ifndef MEHARI_GATEWAY_SCRIPT_PART_H
#define MEHARI_GATEWAY_SCRIPT_PART_H

#include "gateway/request_message.h"
#include "gateway/script.h"

/* Pipes for descriptors 1 and 2: theirs, and ours in script. An errno. */
int mh_script_make_outputs(mh_script_t *script, int theirs[3]);

/* One that has nothing yet. */
mh_script_t *mh_script_new(request_rec *r, mh_pool_t *pool);
/*
 * Asks the manager. theirs: the three descriptors that it needs; the message's
 * memory goes with them. An errno.
 */
int mh_script_send(mh_script_t *script, const mh_request_message_t *message,
                   const int theirs[3]);
/* A worker's request has begun: its clock runs. */
void mh_script_clock_begin(mh_script_t *script);
/* ms, but no longer than until the manager has to be told something. */
int mh_script_clock_patience(const mh_script_t *script, int ms);
/* Tells it, when it is time. */
void mh_script_clock_look(mh_script_t *script);
/* A worker's part of mh_script_close(). */
void mh_script_end_serving(mh_script_t *script);

#endif
