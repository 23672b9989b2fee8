/*
 * zygote.h - the process that stands ready to be forked for one script.
 *
 * What it says comes from where user code has run: it is checked, and whatever
 * does not fit closes the channel, which ends it.
 */
#ifndef MEHARI_POOL_ZYGOTE_H
#define MEHARI_POOL_ZYGOTE_H

#include "pool/child.h"
#include "pool/loop.h"
#include "pool/run.h"
#include "wire/hear.h"

struct mh_base_t;
struct mh_script_t;

typedef enum {
    MH_ZYGOTE_STARTING, /* compiles, or loads */
    MH_ZYGOTE_READY,
    MH_ZYGOTE_RETIRED /* forks no more; ends with the last of its children */
} mh_zygote_state_e;

typedef struct mh_zygote_t {
    mh_link_t link;    /* of all; the least recently used first */
    mh_link_t sibling; /* of its base's */
    mh_source_t control;
    struct mh_base_t *base;     /* NULL: is one itself, or it has died */
    struct mh_script_t *script; /* NULL: it is nobody's any more */
    mh_zygote_state_e state;
    mh_wire_mode_e mode;
    pid_t pid;       /* 0: not known yet */
    uint32_t id;     /* of the order to make it */
    uint64_t owner;  /* of its dependencies */
    uint64_t served; /* requests that its children have got */
    uint64_t began;  /* mh_board_now(): its start */
    uint64_t since;  /* the same by mh_loop_now() */
    uint64_t perl;   /* the address of its interpreter */
    bool direct;     /* the manager's own child */
    bool holds_slot;
    bool templates;  /* its children are such: exact/template.h */
    bool stale;      /* what it is made from has changed by now */
    mh_link_t ready; /* children */
    mh_link_t busy;  /* children, those that are ending among them */
    unsigned ready_count;
    unsigned busy_count; /* those with a request */
    unsigned demand[2];  /* most at once: this second, the one before */
    uint64_t demand_since;
    mh_timer_t ready_timer;
    mh_timer_t timer; /* start, then idle */
    uint64_t memory;  /* private bytes, when last looked at, and copy */
    uint64_t copy;    /* bytes of the checkpoint's, for its templates */
} mh_zygote_t;

/* What a zygote is to be. */
typedef struct mh_zygote_order_t {
    struct mh_script_t *script;
    const char *path;
    uint64_t owner; /* of its dependencies, the script among them */
    mh_wire_mode_e mode;
    mh_wire_field_t environ;
    mh_wire_field_t modules;
    mh_wire_field_t varies;
    uint64_t ignored; /* signals, as the request has them */
} mh_zygote_order_t;

void mh_zygote_setup(void);
/* NULL: there is no process or memory for it. It holds a slot until it is
 * ready. */
mh_zygote_t *mh_zygote_order(struct mh_base_t *base,
                             const mh_zygote_order_t *order);
/* The same, of a process that was made with that end of its channel. */
mh_zygote_t *mh_zygote_direct(int control, pid_t pid,
                              const mh_zygote_order_t *order);
/* Its process is known, or (0) there is none. */
void mh_zygote_born(mh_zygote_t *zygote, pid_t pid);
/* Its parent saw its end. */
void mh_zygote_ended(mh_zygote_t *zygote, int status);
/* It has served a request: the last to go. */
void mh_zygote_used(mh_zygote_t *zygote);
/* Has that been so many requests, or so long, that another takes its place? */
bool mh_zygote_has_served(uint64_t requests, uint64_t since);
/* Its script has no use for it any more; it may be freed on return. */
void mh_zygote_retire(mh_zygote_t *zygote);
/* One of its children has gone: perhaps that was all it waited for. */
void mh_zygote_child_left(mh_zygote_t *zygote);
/* Makes room for one more; false: all but that one are busy. */
bool mh_zygote_make_room(const mh_zygote_t *but);
/* See attention.h: those that owe an answer. */
void mh_zygote_look(void);
mh_zygote_t *mh_zygote_of_pid(pid_t pid);
/* All, the least recently used first. */
mh_link_t *mh_zygote_all(void);

#endif
