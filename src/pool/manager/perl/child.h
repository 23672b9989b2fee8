/*
 * child.h - a process that has requests: a template, a program that was
 * executed for one request, or a worker while it serves one.
 *
 * A template (pool/perl/template.h) is a zygote's child. Its pid is known later
 * than the child itself. It makes a process for each request, or is itself the
 * process for the only one.
 */
#ifndef MEHARI_POOL_MANAGER_PERL_CHILD_H
#define MEHARI_POOL_MANAGER_PERL_CHILD_H

#include <sys/types.h>

#include "pool/manager/loop/loop.h"
#include "pool/manager/common/peer.h"
#include "pool/rollback/rollback.h"

struct mh_job_t;
struct mh_zygote_t;
struct mh_worker_t;
struct mh_template_lease_t;

/* From MH_CHILD_FINISHED on, it gets no other request. */
typedef enum {
    MH_CHILD_READY,   /* waits for a request, or will when it is made */
    MH_CHILD_BUSY,    /* has a request */
    MH_CHILD_RESTING, /* a template whose run is over: it may have the next */
    /* the same, but the run has not ended yet; no other request until then */
    MH_CHILD_LINGERING,
    MH_CHILD_FINISHED, /* it has reported its end, and is ending */
    MH_CHILD_STOPPING, /* it got TERM, or will get it when it exists */
    MH_CHILD_KILLED    /* it got KILL */
} mh_child_state_e;

typedef struct mh_child_t {
    /* in the list of its zygote, or in that of children without one */
    mh_link_t link;
    struct mh_child_t *same;     /* next in the table of pids */
    struct mh_child_t *same_run; /* next in the table of runs */
    struct mh_zygote_t *zygote;  /* NULL: mode exec, or a worker */
    struct mh_worker_t *worker;  /* NULL unless the child is a worker */
    struct mh_job_t *job;        /* NULL: ready, or done */
    mh_source_t watch;           /* pidfd, once its zygote has died */
    mh_timer_t timer;            /* until it is killed */
    pid_t pid;                   /* 0: not known yet */
    uint64_t perl;               /* its interpreter; 0: not known */
    pid_t runs;                  /* of a template: its present run, or 0 */
    uint64_t served;             /* requests that it has got */
    uint32_t id;                 /* of the order to fork it */
    int channel;                 /* for its requests; -1: there will be none */
    /*
     * The process's own end of that channel: an unread request is taken back
     * from there. -1: the process has read its request, or there is none.
     */
    int other;
    uint64_t ordered; /* mh_loop_now() of the order; later, of its request */
    mh_peer_e peer;   /* kind of messages it may send */
    mh_child_state_e state;
    mh_tracker_e tracker; /* of a template that makes runs */
    unsigned untold; /* answered runs whose end the template has not reported */
    /* of a template, its lease; NULL: the manager sends its requests */
    struct mh_template_lease_t *lease;
    uint64_t busy_since; /* template_lease.h: runs that were noted since then */
    unsigned busy_runs;
} mh_child_t;

void mh_child_setup(void);
/* NULL: no memory. mh_child_ended() or mh_child_unborn() frees it. */
mh_child_t *mh_child_new(void);
/* Sets the child's process: it is known from here on. */
void mh_child_born(mh_child_t *child, pid_t pid);
mh_child_t *mh_child_find(pid_t pid);
/* Calls see for all children whose process is known. */
void mh_child_each(void (*see)(const mh_child_t *child));
/*
 * Sends TERM, after three seconds KILL; harmless when that is under way. A
 * zygote that has not made the child by then is hung, and is killed.
 */
void mh_child_stop(mh_child_t *child);
/*
 * Answers the request, because the child has reported its end. The process may
 * take its time to give back memory, but not for ever.
 */
void mh_child_finished(mh_child_t *child, int status);
/* Answers the request of a template's run; the template will be ready for the
 * next. */
void mh_child_stays(mh_child_t *child, int status);
/* The same, if the template's run has noted its end. False: it has not. */
bool mh_child_settle(mh_child_t *child);
/*
 * Sets the template's run from here on; 0: there will be none. status: how the
 * previous run has ended; -1: it received no request, and the request that was
 * sent is for this run. id: of the previous run's request; 0: not said. The
 * child may be freed.
 */
void mh_child_renewed(mh_child_t *child, pid_t pid, int status, uint32_t id);
/*
 * Tells httpd, which has asked for the process's end, that the process lives
 * on: the script has closed its output. If the process is ending, or not known
 * yet, the answer comes later.
 */
void mh_child_answer(const mh_child_t *child);
/* The process that has the child's request, or will have it. */
pid_t mh_child_process(const mh_child_t *child);
/* Called when the child's process has ended: answers the child's request if
 * that is not done, and frees the child. */
void mh_child_ended(mh_child_t *child, int status);
/* The same for a child that never became a process. */
void mh_child_unborn(mh_child_t *child, const char *why);
/* Takes the request back and runs it elsewhere. False: it has been read. */
bool mh_child_run_elsewhere(mh_child_t *child);
/*
 * Closes the channel of a superfluous child without a request; its process sees
 * that and ends.
 */
void mh_child_drop(mh_child_t *child);
/* Looks at the children that have not read their requests: see attention.h. */
void mh_child_look(void);
/* True if the child waits for a request. */
bool mh_child_is_ready(const mh_child_t *child);
/*
 * True for a template that will soon wait for a request, and may be sent one
 * now.
 */
bool mh_child_is_coming(const mh_child_t *child);

#endif
