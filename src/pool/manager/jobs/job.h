/*
 * job.h - one request in the manager, from its message to its answer.
 *
 * A job waits (queue.h), runs (perl/serving.h) and ends. It owns its request
 * until a process has got it. Its one answer frees the job. If httpd no longer
 * wants an answer, the end of the job's process frees it.
 */
#ifndef MEHARI_POOL_MANAGER_JOBS_JOB_H
#define MEHARI_POOL_MANAGER_JOBS_JOB_H

#include "pool/manager/jobs/connection.h"
#include "pool/manager/jobs/request.h"
#include "shared/ledger.h"

#define MH_JOB_ABOUT 200

struct mh_child_t;
struct mh_script_t;
struct mh_scoreboard_script_t;

typedef struct mh_job_t {
    mh_link_t link;              /* of its queue, or of the running jobs */
    mh_link_t sibling;           /* of its script's jobs */
    mh_connection_t *connection; /* NULL: nobody waits for the answer */
    struct mh_script_t *script;  /* NULL: none yet, or it is for a worker */
    const char *name;            /* of its runner, for messages */
    /* its script's figures; NULL: a worker counts its requests itself */
    struct mh_scoreboard_script_t *row;
    struct mh_child_t *child; /* process that has the request; NULL: none */
    mh_request_t request;
    mh_timer_t timer;       /* while it waits, and while it runs */
    mh_timer_t slow;        /* until it is reported as slow */
    mh_timer_t says;        /* until httpd hears that it waits */
    uint64_t started;       /* mh_scoreboard_now() when its process got it */
    mh_ledger_place_t note; /* memory for the note of its run's end */
    uint32_t id;
    uint32_t asked;    /* the request whose end httpd waits for; 0: none */
    bool noted;        /* its run has noted its end; httpd sees the note */
    bool holds_slot;   /* it counts among the jobs that run at once */
    bool leased;       /* its process stays with httpd's process */
    bool lease_wanted; /* httpd can use a lease of a template */
    bool timed_out;
    bool announced;    /* httpd knows that it waits */
    unsigned attempts; /* processes that ended before they had read it */
    bool execute;      /* nothing of it can be shared, whatever its script is */
    char about[MH_JOB_ABOUT];
} mh_job_t;

/* Makes a job of a request that has come. NULL, or what is wrong with it. */
const char *mh_job_make(mh_connection_t *connection,
                        mh_channel_packet_t *packet, mh_job_t **made);
/* Sets the request that the job is for: perhaps a later one of a lease. */
void mh_job_is_of(mh_job_t *job, const mh_wire_message_t *request);
/* Sets what messages say of its request, if text is not NULL or "". */
void mh_job_is_about(mh_job_t *job, const char *text);
/* Sends a line about the job at once, to the connection that waits for it. */
void mh_job_notice(mh_job_t *job, int level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/*
 * Sends the lines that the manager has kept. Call it before a process gets the
 * request: later, httpd may have the whole response, and read no more of them.
 */
void mh_job_pass_notices(const mh_job_t *job);
/* Answers a job that was not run, or not to the end; text may be NULL. A job
 * that a process has is freed by the process's end. */
void mh_job_refuse(mh_job_t *job, mh_wire_reason_e reason, const char *text);
/* Answers the job when its process has ended, or has reported its end. */
void mh_job_ended(mh_job_t *job, int status);
/* Counts the job as ended well, although it goes on: as a lease. */
void mh_job_count(mh_job_t *job);
/* True if the job's run has noted its end. */
bool mh_job_noted(mh_job_t *job);
/* Gives back the job's slot, if it has one. */
void mh_job_give_slot(mh_job_t *job);
/* Frees a job that no process has, without an answer. */
void mh_job_drop(mh_job_t *job);

#endif
