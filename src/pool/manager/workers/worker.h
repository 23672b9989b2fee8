/*
 * worker.h - the manager's view of workers: processes that answer requests for
 * handlers, one after the other (src/module/worker/worker.h).
 *
 * They are forked by a worker base (worker_base.h). The manager has one made
 * when a request comes and none is free, up to the pool's number. Of several
 * free workers it uses the one that has waited least, so that those that are
 * not needed end.
 */
#ifndef MEHARI_POOL_MANAGER_WORKERS_WORKER_H
#define MEHARI_POOL_MANAGER_WORKERS_WORKER_H

#include "pool/manager/perl/child.h"
#include "pool/manager/jobs/job.h"

struct mh_worker_base_t;

typedef struct mh_worker_t {
    mh_link_t link; /* of its base's free workers, or of the others */
    mh_source_t channel;
    struct mh_worker_base_t *base;
    mh_child_t *child; /* for the request that it serves; NULL: free */
    bool leased;       /* it stays with its process of httpd */
    bool recalled;     /* the manager has asked it to come back */
    mh_timer_t timer;  /* free too long */
    int other;         /* its own end of the channel: child.h */
    uint64_t ordered;  /* mh_loop_now() of the order to fork it */
    pid_t pid;         /* 0: not known yet */
    uint32_t id;       /* of the order to fork it */
} mh_worker_t;

void mh_worker_setup(void);
/* Gives the job to a worker, lets it wait for one, or answers it. */
void mh_worker_start(mh_job_t *job);

/*
 * httpd's request by the child's lease has waited for that many us. A worker
 * that does not read is killed, and others take its place at once. The kernel
 * tells httpd when the worker is gone; httpd then sends the request again.
 */
void mh_worker_unread(const mh_child_t *child, uint32_t microseconds);

/* The worker of that pid, or, as long as that is 0, of that order; NULL: it has
 * left. */
mh_worker_t *mh_worker_find(struct mh_worker_base_t *base, uint32_t id,
                            pid_t pid);

/* --- for worker_base.c --- */

/* The base can fork now: gives workers to the jobs that wait. */
void mh_worker_base_ready(void);
/* Answers the jobs that wait with the reason: there will be no base. */
void mh_worker_base_failed(const char *why);
void mh_worker_born(struct mh_worker_base_t *base, uint32_t id, pid_t pid);
void mh_worker_ended(struct mh_worker_base_t *base, pid_t pid, int status);
/* Sends the manager's notices by way of the leases. */
void mh_worker_pass_notices(struct mh_worker_base_t *base);
/* Drops the free workers of a base that takes no more orders, and the others
 * when they are free. */
void mh_worker_retire_all(struct mh_worker_base_t *base);
/*
 * Gives up the workers of a base that has died. Those that have read a request
 * end with that request, or after a short time.
 */
void mh_worker_lose_all(struct mh_worker_base_t *base);

/* When the oldest order was sent for a worker that does not exist yet; 0: for
 * none. */
uint64_t mh_worker_owed(const struct mh_worker_base_t *base);
/* Looks at the workers that have not read their requests: see attention.h. */
void mh_worker_look(struct mh_worker_base_t *base);

#endif
