/*
 * run.h - one request on its way: it waits, it runs, it ends.
 *
 * A run owns its request until a process has got it. It is freed by the one
 * answer that it gives; when httpd has lost interest, by the end of its
 * process.
 */
#ifndef MEHARI_POOL_RUN_H
#define MEHARI_POOL_RUN_H

#include "pool/child.h"
#include "pool/connection.h"
#include "pool/request.h"

#define MH_RUN_ABOUT 200

typedef struct mh_run_t {
    mh_link_t link;              /* where it waits; in no ring when it runs */
    mh_connection_t *connection; /* NULL: nobody waits for the answer */
    struct mh_script_t *script;
    mh_child_t *child;
    mh_request_t request;
    mh_timer_t timer;
    mh_timer_t slow;  /* until it is reported */
    mh_timer_t says;  /* until httpd is told that it waits */
    uint64_t started; /* mh_board_now(): its process has got it */
    uint32_t id;
    bool holds_slot; /* counts among those that run at once */
    bool timed_out;
    bool told;         /* that it waits */
    unsigned attempts; /* processes that ended before they had read it */
    bool execute;      /* it can share nothing, whatever its script is */
    char about[MH_RUN_ABOUT];
} mh_run_t;

void mh_run_setup(void);
/* A request has come. NULL, or what is wrong with it. */
const char *mh_run_begin(mh_connection_t *connection,
                         mh_channel_packet_t *packet);
/* It stays for a while: keeps its request. False: it could not: refused. */
bool mh_run_wait(mh_run_t *run);
/*
 * Who was to make its process has gone: it waits again, in front of others.
 * False: that has happened too often.
 */
bool mh_run_once_more(mh_run_t *run);
/* Its child has got it: the clock runs. */
void mh_run_started(mh_run_t *run, mh_child_t *child);
/* It waits no more, where it did. */
void mh_run_moves(mh_run_t *run);
/*
 * Its process has ended, or is ended, and has not read it: packet is what it
 * was sent. It waits again, in front of others.
 */
void mh_run_again(mh_run_t *run, mh_channel_packet_t *packet);
/* The answer, when its process has ended, or said so. */
void mh_run_ended(mh_run_t *run, int status);
/* The answer, when it was not run, or not to the end; text may be NULL. */
void mh_run_refuse(mh_run_t *run, mh_wire_reason_e reason, const char *text);
/* Its worker stays with it: what follows is between the two. */
void mh_run_lease(mh_run_t *run);
/* httpd says that a request of a lease is slow; about may be NULL. */
void mh_run_slow(mh_run_t *run, const char *about);
/* httpd says that a request of a lease takes too long. */
void mh_run_overdue(mh_run_t *run);
/* httpd does not wait for it any longer. */
void mh_run_cancel(mh_run_t *run);
/* httpd asks whether the process lives on, now that its output has ended. */
void mh_run_output_ended(mh_run_t *run);

#endif
