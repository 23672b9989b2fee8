/*
 * room.h - the memory of the engine itself, which is never put back.
 *
 * One area of address space, made before the checkpoint, that forks have a copy
 * of. A run sees it too: it shares all memory. So nothing in it is trusted to
 * be more than what keeps the template going, and the copy of the checkpoint's
 * pages lies elsewhere, where it cannot be written at all.
 */
#ifndef MEHARI_ROLLBACK_ROOM_H
#define MEHARI_ROLLBACK_ROOM_H

#include <signal.h>
#include <stdatomic.h>
#include <ucontext.h>

#include "rollback/mapping.h"
#include "rollback/rollback.h"

#define MH_PAGE 4096UL
#define MH_PAGE_SHIFT 12

/* Ranges that a run has changed in ways that trackers do not see. */
#define MH_CHANGES 32
/* Of the dynamic linker's, that a thread may have. */
#define MH_LOCKS 8
/* Handlers of pthread_atfork(). */
#define MH_ATFORKS 64

typedef struct mh_span_t {
    uintptr_t start;
    uintptr_t end;
} mh_span_t;

struct mh_tracker_t;

typedef struct mh_room_t {
    /* The engine's own, without which mappings are read. */
    mh_span_t own[3];
    int own_count;
    char *kept; /* what mh_rollback_keep() gives away comes from here */
    char *kept_end;

    /* Which of it there is, and what of it has to be seen to. */
    bool made;
    bool check;
    bool subreaper;    /* unshare() does not say who shares */
    atomic_bool lost;  /* by the run: what cannot be put back */
    atomic_bool locks; /* mlock() */
    atomic_bool look;  /* at the mappings */

    /* The checkpoint. */
    mh_mapping_list_t mappings; /* in the order of addresses */
    uintptr_t brk;
    uint32_t pages;       /* in all mappings that are put back */
    uint32_t *source;     /* for each: its page in the copy */
    const char *copy;     /* read-only */
    size_t copied;        /* pages */
    uint64_t size[2];     /* of address space: all, data */
    ucontext_t program;   /* where runs go on */
    sigset_t mask;        /* its signal mask */
    ucontext_t service;   /* of the code that must not stand on its stack */
    void (*work)(void *); /* what that does */
    void *work_context;
    const char *refused;
    mh_rollback_e role;   /* what mh_rollback_checkpoint() returns */
    char *tid;            /* where libc keeps the thread's id */
    int *owner[MH_LOCKS]; /* of the linker's locks that the thread has */
    int owners;
    void *robust; /* its list of robust locks */
    size_t robust_size;
    struct sigaction child_action; /* of SIGCHLD */
    stack_t alternate;             /* for signals */

    /* The template. */
    const struct mh_tracker_t *tracker;
    bool started; /* but for the tracker */
    bool failed;  /* the tracker: no fault of a run's */
    int lowest;   /* descriptor of a template's own */
    int uffd;
    int pagemap;
    int clear_refs;
    int statm;
    int dumpable;
    unsigned char *heat; /* of each page: how often it was put back */
    mh_rollback_figures_t figures;
    uint64_t least; /* pages of the run that wrote the fewest */
    mh_mapping_list_t now;
    char text[512]; /* what is wrong */

    /* The run: written by it. */
    atomic_uint changes;
    mh_span_t changed[MH_CHANGES];

    /* Working memory. */
    char line[8192];
    uint64_t buffer[8192];
    char run_stack[16384] __attribute__((aligned(16)));
    char service_stack[131072] __attribute__((aligned(16)));
    char keep[65536] __attribute__((aligned(16)));
} mh_room_t;

/* NULL until mh_room_make(). */
extern mh_room_t *mh_room;

/* NULL: no memory. */
mh_room_t *mh_room_make(void);

/* The template's own descriptor for fd, which is closed; -1 stays -1. */
int mh_room_high(const mh_room_t *room, int fd);

/* Calls work(context) on the room's own stack, and comes back. */
void mh_room_call(mh_room_t *room, void (*work)(void *), void *context);

/* The same, for good. */
_Noreturn void mh_room_enter(mh_room_t *room, void (*work)(void *),
                             void *context);

#endif
