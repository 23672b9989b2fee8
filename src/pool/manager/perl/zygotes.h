/*
 * zygotes.h - the process that has compiled one script, and is forked for its
 * templates.
 *
 * Its messages come from a process that runs user code, so they are checked. A
 * wrong message closes the channel, which ends the zygote.
 */
#ifndef MEHARI_POOL_MANAGER_PERL_ZYGOTES_H
#define MEHARI_POOL_MANAGER_PERL_ZYGOTES_H

#include "pool/manager/perl/child.h"
#include "pool/manager/loop/loop.h"
#include "pool/manager/jobs/job.h"
#include "pool/common/hear.h"

struct mh_base_t;
struct mh_script_t;

typedef enum {
    MH_ZYGOTE_STARTING, /* compiles, or loads */
    MH_ZYGOTE_READY,
    MH_ZYGOTE_RETIRED /* forks no more; ends with the last of its children */
} mh_zygote_state_e;

typedef struct mh_zygote_t {
    mh_link_t link;    /* of all zygotes; least recently used first */
    mh_link_t sibling; /* of the zygotes of its base */
    mh_source_t control;
    /* NULL: it is its own base, or the base has died */
    struct mh_base_t *base;
    struct mh_script_t *script; /* NULL: no script uses it any more */
    uint64_t number;            /* of its script; stays if that goes */
    mh_zygote_state_e state;
    mh_wire_mode_e mode;
    pid_t pid;       /* 0: not known yet */
    uint32_t id;     /* of the order to make it */
    uint64_t owner;  /* of its dependencies */
    uint64_t served; /* requests that its children have got */
    uint64_t began;  /* mh_scoreboard_now() at its start */
    uint64_t since;  /* mh_loop_now() at its start */
    uint64_t perl;   /* mh_stack_perl() of its interpreter */
    bool direct;     /* the manager's own child */
    bool holds_slot;
    bool stands;     /* its templates make runs, and are no runs themselves */
    bool forks;      /* its runs are forks, whatever the pool's tracker is */
    bool stale;      /* its files or modules have changed since */
    mh_link_t ready; /* list of ready templates */
    mh_link_t busy;  /* list of all other templates, also ending ones */
    unsigned ready_count;
    unsigned busy_count; /* templates with a request */
    mh_timer_t ready_timer;
    mh_timer_t timer; /* for its start, then for its idle time */
    uint64_t memory;  /* private bytes and the copy, as it has reported */
} mh_zygote_t;

/* Order of a zygote. */
typedef struct mh_zygote_order_t {
    struct mh_script_t *script;
    uint64_t number;
    const char *path;
    uint64_t owner; /* of its dependencies, the script among them */
    mh_wire_mode_e mode;
    mh_wire_field_t environ;
    mh_wire_field_t files;
    mh_wire_field_t varies;
} mh_zygote_order_t;

void mh_zygote_setup(void);
/* Orders a zygote. NULL: there is no process or memory for it. It holds a slot
 * until it is ready. */
mh_zygote_t *mh_zygote_order(struct mh_base_t *base,
                             const mh_zygote_order_t *order);
/* The same for a process that exists already; control: the channel's end for
 * orders. */
mh_zygote_t *mh_zygote_direct(int control, pid_t pid,
                              const mh_zygote_order_t *order);
/* Sets the zygote's process; 0: there is none. */
void mh_zygote_born(mh_zygote_t *zygote, pid_t pid);
/* Ends the zygote, because its parent has seen the process end. */
void mh_zygote_ended(mh_zygote_t *zygote, int status);
/* Marks the zygote as the most recently used. */
void mh_zygote_used(mh_zygote_t *zygote);
/* True if the recycle limits for requests or age are reached: a successor takes
 * its place. */
bool mh_zygote_has_served(uint64_t requests, uint64_t since);
/* Retires a zygote that its script does not use any more; it may be freed on
 * return. */
void mh_zygote_retire(mh_zygote_t *zygote);
/* Notes that a child of the zygote has gone; it may have been the last. */
void mh_zygote_child_left(mh_zygote_t *zygote);
/*
 * Retires a zygote, but not `but`, to make room for one more. False: all others
 * are busy.
 */
bool mh_zygote_make_room(const mh_zygote_t *but);
/* Its templates make runs by fork from here on. why: for people. */
void mh_zygote_forks(mh_zygote_t *zygote, const char *why);
/* Looks at the zygotes that owe an answer: see attention.h. */
void mh_zygote_look(void);
mh_zygote_t *mh_zygote_of_pid(pid_t pid);
/* All zygotes, the least recently used first. */
mh_link_t *mh_zygote_all(void);

#endif
