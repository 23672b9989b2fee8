/*
 * worker_base.h - the process that workers are forked from: httpd with Perl in
 * it, and with the modules that the configuration loads.
 *
 * One base is current. When its code is to be loaded anew, a successor starts
 * beside it and takes its place when it is ready; the old base ends with the
 * last of its workers.
 */
#ifndef MEHARI_POOL_MANAGER_WORKERS_WORKER_BASE_H
#define MEHARI_POOL_MANAGER_WORKERS_WORKER_BASE_H

#include <sys/types.h>

#include "pool/manager/loop/loop.h"
#include "shared/wire/wire.h"

typedef struct mh_worker_base_t {
    mh_link_t link; /* of all worker bases */
    mh_source_t control;
    mh_source_t said; /* its standard error */
    mh_link_t free;   /* list of free workers */
    mh_link_t busy;   /* list of all other workers */
    unsigned worker_count;
    mh_timer_t timer; /* start-timeout */
    uint64_t owner;   /* of its dependencies; 0: one of them has changed */
    uint64_t perl;    /* mh_stack_perl() of its interpreter */
    pid_t pid;        /* 0: the base has died, and its workers go on */
    uint64_t since;   /* when it became ready, or was started */
    bool ready;
    bool served;  /* it was ready once */
    bool late;    /* it was not ready within start-timeout */
    bool ends;    /* its channel has ended, but not its process */
    bool retired; /* it makes no more workers */
} mh_worker_base_t;

void mh_worker_base_setup(void);
/*
 * The current base; it may not be ready yet. NULL and why; without a reason
 * there will be one soon, and mh_worker_base_ready() is called.
 */
mh_worker_base_t *mh_worker_base_current(const char **why);
/* The reason why there is no base, for httpd. */
mh_wire_reason_e mh_worker_base_reason(void);
/* Looks at the bases that owe an answer: see attention.h. */
void mh_worker_base_look(void);
mh_link_t *mh_worker_base_all(void);
/* Orders a worker with that end of its channel: 0 or errno. */
int mh_worker_base_order(const mh_worker_base_t *base, uint32_t id,
                         int channel);
/* Notes that one of its workers has gone; the base may be freed on return. */
void mh_worker_base_left(mh_worker_base_t *base);
/* Takes the end of a child of the manager's; false: it is no worker base. */
bool mh_worker_base_ended(pid_t pid, int status);
/* Starts a successor because files have changed; false: that owner is no worker
 * base's. */
bool mh_worker_base_changed(uint64_t owner);

#endif
