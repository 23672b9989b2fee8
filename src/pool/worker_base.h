/*
 * worker_base.h - the process that workers are forked from: httpd with Perl in
 * it, and with the modules that the configuration loads.
 *
 * There is one that is used. When its code is to be loaded anew, the next one
 * starts beside it, takes its place when it is ready, and the old one ends with
 * the last of its workers.
 */
#ifndef MEHARI_POOL_WORKER_BASE_H
#define MEHARI_POOL_WORKER_BASE_H

#include <sys/types.h>

#include "pool/loop.h"
#include "wire/wire.h"

typedef struct mh_worker_base_t {
    mh_link_t link; /* of all */
    mh_source_t control;
    mh_source_t said; /* its standard error */
    mh_link_t free;   /* workers */
    mh_link_t busy;
    unsigned worker_count;
    mh_timer_t timer; /* until it is to be ready */
    uint64_t owner;   /* of its dependencies; 0: one of them has changed */
    uint64_t perl;    /* the address of its interpreter */
    pid_t pid;
    uint64_t since; /* it is ready, or is to be */
    bool ready;
    bool served;  /* it was ready once */
    bool late;    /* it was not within start-timeout */
    bool ends;    /* its channel has ended, and it is waited for */
    bool retired; /* it is not used any more */
} mh_worker_base_t;

void mh_worker_base_setup(void);
/*
 * The one that is used; it may not be ready yet. NULL and why; without a reason
 * there will be one soon, and mh_worker_base_ready() is called.
 */
mh_worker_base_t *mh_worker_base_current(const char **why);
/* Why there is none, for httpd. */
mh_wire_reason_e mh_worker_base_reason(void);
/* See attention.h: those that owe an answer. */
void mh_worker_base_look(void);
mh_link_t *mh_worker_base_all(void);
/* To fork a worker with that end of its channel: 0 or errno. */
int mh_worker_base_order(const mh_worker_base_t *base, uint32_t id,
                         int channel);
/* One of its workers has gone; it may be freed on return. */
void mh_worker_base_left(mh_worker_base_t *base);
/* A child of the manager's has ended; false: it was no such. */
bool mh_worker_base_ended(pid_t pid, int status);
/* Its files have changed; false: nobody's owner. */
bool mh_worker_base_changed(uint64_t owner);

#endif
