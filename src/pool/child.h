/*
 * child.h - a process that runs a script for one request.
 *
 * It is the manager's own child (plain exec), or a zygote's, made ahead of
 * demand; then its pid is known later than the child itself. A template
 * (exact/template.h) is one that makes a process for each request.
 */
#ifndef MEHARI_POOL_CHILD_H
#define MEHARI_POOL_CHILD_H

#include <sys/types.h>

#include "pool/loop.h"
#include "pool/peer.h"

struct mh_run_t;
struct mh_zygote_t;
struct mh_worker_t;

typedef struct mh_child_t {
    mh_link_t link;              /* of its zygote's, or of those without */
    struct mh_child_t *same;     /* next in the table of pids */
    struct mh_child_t *same_run; /* and in that of runs */
    struct mh_zygote_t *zygote;  /* NULL: plain exec, or a worker */
    struct mh_worker_t *worker;  /* NULL: not one of those */
    struct mh_run_t *run;        /* NULL: ready, or done */
    mh_source_t watch;           /* pidfd, once its zygote has died */
    mh_timer_t timer;            /* until it is killed */
    pid_t pid;                   /* 0: not known yet */
    pid_t runs;                  /* of a template: its present run; 0 */
    uint64_t served;             /* requests that it has got */
    uint32_t id;                 /* of the order to fork it */
    int channel;                 /* where requests go; -1: has its only one */
    /*
     * The process's own end of that: what it has not read is taken back from
     * there. -1: it has read its request, or there is none.
     */
    int other;
    uint64_t ordered; /* mh_loop_now(): that; then, its request */
    mh_peer_e peer;   /* what it may say */
    bool stopping;    /* it got TERM, or will when it is there */
    bool finished;    /* said how it ended, and is ending */
    bool resting;     /* a template whose run is over; it may have the next */
    bool lingers;     /* that run does not end, though it said so */
    bool unwatched;   /* depends on files that nobody looks at */
} mh_child_t;

void mh_child_setup(void);
/* NULL: no memory. */
mh_child_t *mh_child_new(void);
/* Its process is known from here on. */
void mh_child_born(mh_child_t *child, pid_t pid);
mh_child_t *mh_child_find(pid_t pid);
/* All whose process is known. */
void mh_child_each(void (*see)(const mh_child_t *child));
/*
 * TERM, after three seconds KILL; harmless when that is under way. A zygote
 * that has not made it by then is hung, and killed for it.
 */
void mh_child_stop(mh_child_t *child);
/*
 * It said how it ended: its request is answered. The process may take its time
 * to give back memory, but not for ever.
 */
void mh_child_finished(mh_child_t *child, int status);
/* The same of the run of a template, which will be ready for the next one. */
void mh_child_stays(mh_child_t *child, int status);
/*
 * A template: that is its run from here on; 0: there will be none. status: how
 * the one before has ended; -1: it has received no request, and what was sent
 * is for this one. The child may be freed.
 */
void mh_child_renewed(mh_child_t *child, pid_t pid, int status);
/* The process that has the request, or will have it. */
pid_t mh_child_process(const mh_child_t *child);
/* The process is no more: answers its request if it has not; frees it. */
void mh_child_ended(mh_child_t *child, int status);
/* As above, when it never became a process. */
void mh_child_unborn(mh_child_t *child, const char *why);
/* It has no request, and nobody needs it: it sees its channel closed. */
void mh_child_drop(mh_child_t *child);
/* See attention.h: those with requests that they have not read. */
void mh_child_look(void);
/* It waits for a request. */
bool mh_child_is_ready(const mh_child_t *child);
/* A template that soon will: it may be sent one already. */
bool mh_child_is_coming(const mh_child_t *child);

#endif
