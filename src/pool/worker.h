/*
 * worker.h - the processes that answer requests for handlers, one after the
 * other (src/worker/worker.h), as the manager sees them.
 *
 * They are forked by a worker base (worker_base.h). One is made when a request
 * comes and none is free, up to the pool's number; the one that was free last
 * is used first, so that those that are too many end.
 */
#ifndef MEHARI_POOL_WORKER_H
#define MEHARI_POOL_WORKER_H

#include "pool/child.h"
#include "pool/run.h"

struct mh_worker_base_t;

typedef struct mh_worker_t {
    mh_link_t link; /* of its base's: free ones, or others */
    mh_source_t channel;
    struct mh_worker_base_t *base;
    mh_child_t *child; /* of the request that it serves; NULL: free */
    bool leased;       /* it stays with its process of httpd */
    bool recalled;     /* and has been told to come back */
    mh_timer_t timer;  /* free too long */
    int other;         /* its own end of the channel: child.h */
    uint64_t ordered;  /* mh_loop_now() */
    pid_t pid;         /* 0: not known yet */
    uint32_t id;       /* of the order to fork it */
} mh_worker_t;

void mh_worker_setup(void);
/* Gives the run to a worker, lets it wait for one, or answers it. */
void mh_worker_start(mh_run_t *run);
/* Where a run that takes too long is: its Perl stack. */
void mh_worker_stack(const mh_run_t *run, char *text, size_t size);

/* By its pid, or, as long as that is 0, by its order; NULL: it has left. */
mh_worker_t *mh_worker_find(struct mh_worker_base_t *base, uint32_t id,
                            pid_t pid);

/* --- for worker_base.c --- */

/* The base can fork: those who wait get workers. */
void mh_worker_base_ready(void);
/* There will be no base: those who wait are told why. */
void mh_worker_base_failed(const char *why);
void mh_worker_born(struct mh_worker_base_t *base, uint32_t id, pid_t pid);
void mh_worker_ended(struct mh_worker_base_t *base, pid_t pid, int status);
/* What the manager has to say goes by whoever holds a lease. */
void mh_worker_pass_notices(struct mh_worker_base_t *base);
/* Its base takes no more orders: free ones go, others when they are free. */
void mh_worker_retire_all(struct mh_worker_base_t *base);
/* Its base has died, and with it the one who knows how they end. */
void mh_worker_lose_all(struct mh_worker_base_t *base);

/* When the oldest order was sent for one that is not there; 0: for none. */
uint64_t mh_worker_owed(const struct mh_worker_base_t *base);
/* See attention.h: those with requests that they have not read. */
void mh_worker_look(struct mh_worker_base_t *base);

#endif
