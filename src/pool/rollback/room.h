/*
 * room.h - the engine's own memory (the room), which is never put back.
 *
 * One area of address space, made before the checkpoint; forks have a copy of
 * it. A run sees the room, too, because a run shares all memory. So the engine
 * trusts the room only for keeping the template going; the copy of the
 * checkpoint's pages lies elsewhere, where it cannot be written at all.
 */
#ifndef MEHARI_POOL_ROLLBACK_ROOM_H
#define MEHARI_POOL_ROLLBACK_ROOM_H

#include <signal.h>
#include <stdatomic.h>
#include <ucontext.h>

#include "pool/rollback/mapping.h"
#include "pool/rollback/rollback.h"

/* Place of the checkpoint's content of a page: a number in the copy, or one in
 * the layer; or the page is zeros. */
#define MH_NO_PAGE 0xffffffffU
#define MH_LAYER_PAGE 0x80000000U

/* Ranges that a run has changed in ways that trackers do not see. */
#define MH_CHANGES 32
/* Locks of the dynamic linker that a thread may hold. */
#define MH_LOCKS 8
/* Handlers of pthread_atfork(). */
#define MH_ATFORKS 64
/*
 * A page that was put back this often stays writable: to put it back after each
 * run, written or not, costs less than the fault that a write to it would cost.
 */
#define MH_HOT 2
/* Mark of a page that was given back to the kernel: rest.h. */
#define MH_GIVEN 0x80
/* Files of /proc that set something of the memory: mh_restore_know_settings().
 */
#define MH_SETTINGS 2

typedef struct mh_span_t {
    uintptr_t start;
    uintptr_t end;
} mh_span_t;

/* The content of such a file. */
typedef struct mh_setting_t {
    int fd;    /* -1: there is no such file */
    long size; /* of text */
    char text[24];
} mh_setting_t;

struct mh_tracker_t;
struct mh_expected_t;

typedef struct mh_room_t {
    /* The engine's own mappings, left out of the list. */
    mh_span_t own[6];
    int own_count;
    mh_span_t shared; /* of mh_rollback_share(); one of own */
    char *kept;       /* memory that mh_rollback_keep() gives away */
    char *kept_end;

    /* The parts that exist, and those that need attention. */
    bool made;
    bool check;
    bool subreaper;     /* unshare() cannot tell who shares the memory */
    atomic_bool lost;   /* set by the run: its changes cannot be put back */
    atomic_bool locks;  /* mlock() was called */
    atomic_bool look;   /* mappings must be compared */
    atomic_bool forked; /* read-only memory must be looked at */

    /* The layer below the checkpoint. */
    const char *layer;       /* read-only; NULL: there is none */
    uint64_t layer_file;     /* as in mh_mapping_t */
    uint32_t layered;        /* pages */
    uintptr_t apart;         /* address in memory that stays as it is; or 0 */
    mh_mapping_list_t known; /* the layer's process: known.h */
    uintptr_t known_brk;     /* the end of its heap */

    struct mh_expected_t *expected; /* NULL: there is no such list */

    /* The checkpoint. */
    mh_mapping_list_t mappings; /* in the order of addresses */
    uintptr_t brk;
    uint32_t pages;       /* of all mappings that are put back */
    uint32_t *source;     /* for each page */
    const char *copy;     /* read-only */
    size_t copied;        /* pages */
    uint64_t size[2];     /* of address space: all, data */
    ucontext_t program;   /* a run's first instruction */
    sigset_t mask;        /* its signal mask */
    ucontext_t service;   /* of the code that leaves the program's stack */
    void (*work)(void *); /* the function it runs */
    void *work_context;
    ucontext_t resting; /* of mh_rollback_rest() */
    const char *refused;
    mh_rollback_e role; /* result of mh_rollback_checkpoint() */
    int owners;
    /* words of the linker's locks that the thread holds */
    int *owner[MH_LOCKS];
    char *tid;    /* libc's place of the thread's id */
    void *robust; /* list of robust locks */
    size_t robust_size;
    struct sigaction child_action; /* of SIGCHLD */
    stack_t alternate;             /* for signals */

    /* The template. */
    const struct mh_tracker_t *tracker;
    /* a word of the heap, on a page of its own; NULL: there was no memory */
    volatile uint64_t *witness;
    pid_t observer; /* may ask for copies; 0: none */
    pid_t shown;    /* the present copy, or 0 */
    bool started;   /* all but the tracker */
    bool failed;    /* the tracker has failed, and no run */
    bool core;      /* runs may leave core files */
    bool closed;    /* no process may look at the memory (PR_SET_DUMPABLE) */
    int lowest;     /* descriptor for the template's own files */
    int uffd;
    int pagemap;
    int clear_refs;
    int statm;
    uint64_t proc;      /* device of /proc */
    uint64_t own_pages; /* of read-only mappings of files */
    mh_setting_t settings[MH_SETTINGS];
    /* of each page: how often it was put back, up to MH_HOT, and MH_GIVEN */
    unsigned char *heat;
    bool rests;        /* pages may be given back */
    int rest_patience; /* ms; a run's first: -1, runs do not rest */
    int rest_fds[MH_REST_FDS];
    mh_rollback_figures_t figures;
    uint64_t least; /* pages of the run that wrote the fewest */
    mh_mapping_list_t now;
    char text[512]; /* the last error */

    /* Written by the run: */
    mh_span_t changed[MH_CHANGES];
    atomic_uint changes;

    /* Working memory. */
    char line[8192];
    uint64_t buffer[8192];
    char run_stack[16384] __attribute__((aligned(16)));
    char service_stack[131072] __attribute__((aligned(16)));
    char keep[65536] __attribute__((aligned(16)));
} mh_room_t;

/* NULL until mh_room_make(). */
extern mh_room_t *mh_room;

/* The reason why no memory can be put back on this machine; NULL: it can. */
const char *mh_room_impossible(void);

/* Makes the room; NULL: no memory. */
mh_room_t *mh_room_make(void);

/* A mapping of the room's own: of the file, for reading, or of new memory.
 * NULL: there is no memory. */
void *mh_room_map(mh_room_t *room, size_t size, int fd);

/* The template's own descriptor for fd, which is closed; -1 stays -1. */
int mh_room_high(const mh_room_t *room, int fd);

/* A descriptor of the template's own to read the file with, or negative. */
int mh_room_open(const mh_room_t *room, const char *name);

/*
 * The same for a file of /proc/self that is closed to other users. The kernel
 * gives such a file to root while no process may look at the memory. So the
 * memory may be looked at during the call.
 */
int mh_room_open_own(const mh_room_t *room, const char *name, int flags);

/* Calls work(context) on the room's own stack, and comes back to where *from
 * then says. */
void mh_room_call(mh_room_t *room, ucontext_t *from, void (*work)(void *),
                  void *context);

/* The same, without coming back. */
_Noreturn void mh_room_enter(mh_room_t *room, void (*work)(void *),
                             void *context);

/* The page's content at the checkpoint; NULL: zeros. source: of the page. */
static inline const char *mh_room_content(const mh_room_t *room,
                                          uint32_t source)
{
    if (source == MH_NO_PAGE)
        return NULL;
    if (source & MH_LAYER_PAGE)
        return room->layer + (source & ~MH_LAYER_PAGE) * MH_PAGE;
    return room->copy + source * MH_PAGE;
}

/* Place in room->heat of the page at address, which is in the mapping. */
static inline unsigned char *
mh_room_heat(mh_room_t *room, const mh_mapping_t *mapping, uintptr_t address)
{
    return room->heat + mapping->first +
           ((address - mapping->start) >> MH_PAGE_SHIFT);
}

/* True if the page at address equals the checkpoint's; page is its number. */
bool mh_room_page_is_same(const mh_room_t *room, uint32_t page,
                          uintptr_t address);

#endif
