/*
 * job.h - one request in the manager: it waits, it runs, it ends.
 *
 * A job owns its request until a process has got it. The one answer that a job
 * gives frees it; when httpd has lost interest, the end of its process does.
 */
#ifndef MEHARI_POOL_MANAGER_JOB_H
#define MEHARI_POOL_MANAGER_JOB_H

#include "pool/manager/processes/child.h"
#include "pool/manager/connection.h"
#include "pool/manager/request.h"

#define MH_JOB_ABOUT 200

typedef struct mh_job_t {
    mh_link_t link;              /* of its queue; in no ring when it runs */
    mh_connection_t *connection; /* NULL: nobody waits for the answer */
    struct mh_script_t *script;
    mh_child_t *child;
    mh_request_t request;
    mh_timer_t timer;
    mh_timer_t slow;  /* until it is reported */
    mh_timer_t says;  /* until httpd is told that it waits */
    uint64_t started; /* mh_scoreboard_now() when its process got it */
    uint32_t id;
    bool holds_slot; /* it counts among those that run at once */
    bool timed_out;
    bool announced;    /* httpd knows that it waits */
    unsigned attempts; /* processes that ended before they had read it */
    bool execute;      /* nothing of it can be shared, whatever its script is */
    char about[MH_JOB_ABOUT];
} mh_job_t;

void mh_job_setup(void);
/* Makes a job of a request that has come. NULL, or what is wrong with it. */
const char *mh_job_begin(mh_connection_t *connection,
                         mh_channel_packet_t *packet);
/* Keeps the request's data while the job waits. False: there was no memory, and
 * the job was refused. */
bool mh_job_wait(mh_job_t *job);
/*
 * Queues the job again, in front of others, when the process that was to fork
 * its child has gone. False: that has happened too often.
 */
bool mh_job_once_more(mh_job_t *job);
/* Starts the clock: the job's child has got the request. */
void mh_job_started(mh_job_t *job, mh_child_t *child);
/* Takes the job out of its queue, if it is in one. */
void mh_job_moves(mh_job_t *job);
/*
 * Queues the job again, in front of others: its process has ended, or is ended,
 * without reading the request. packet is what the process was sent.
 */
void mh_job_again(mh_job_t *job, mh_channel_packet_t *packet);
/* Answers the job when its process has ended, or has reported its end. */
void mh_job_ended(mh_job_t *job, int status);
/* Answers a job that was not run, or not to the end; text may be NULL. */
void mh_job_refuse(mh_job_t *job, mh_wire_reason_e reason, const char *text);
/* Turns the job into a lease: its worker stays with httpd's process, and later
 * messages are between the two. */
void mh_job_lease(mh_job_t *job);
/* httpd says that a request of a lease is slow; about may be NULL. */
void mh_job_slow(mh_job_t *job, const char *about);
/* httpd says that a request of a lease takes too long. */
void mh_job_overdue(mh_job_t *job);
/* httpd does not wait for it any longer. */
void mh_job_cancel(mh_job_t *job);
/* Answers httpd's question whether the process lives on, now that its output
 * has ended. */
void mh_job_output_ended(mh_job_t *job);

#endif
