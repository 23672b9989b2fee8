/*
 * scoreboard.h - shared memory in which processes note their requests and
 * results, for the status page.
 *
 * A family of processes shares the memory, and trusts its members as far as
 * figures go: httpd and its children (embedded Perl), or a pool's manager and
 * its workers. Noting takes no system call and no lock. A reader trusts
 * nothing: Perl code in the family can write anything into it; so readers look
 * at copies only, whose texts are terminated and whose numbers are never used
 * as an index.
 *
 * Knows neither httpd nor Perl. Times are mh_scoreboard_now()'s.
 */
#ifndef MEHARI_SHARED_SCOREBOARD_H
#define MEHARI_SHARED_SCOREBOARD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define MH_SCOREBOARD_NAME 256
#define MH_SCOREBOARD_STACK 4096
#define MH_SCOREBOARD_DATABASES 1024
#define MH_SCOREBOARD_SCRIPTS 512 /* the last: all scripts without a row */
#define MH_SCOREBOARD_SECONDS 300 /* seconds that are remembered */
#define MH_SCOREBOARD_BUCKETS 88
#define MH_SCOREBOARD_SLOTS 1024

/* Figures of one second. */
typedef struct mh_scoreboard_second_t {
    _Atomic uint64_t second; /* its number; figures of another one are old */
    _Atomic uint64_t requests;
    _Atomic uint64_t errors;
    _Atomic uint64_t time; /* ns of its requests, together */
} mh_scoreboard_second_t;

typedef struct mh_scoreboard_script_t {
    _Atomic uint32_t state; /* 0: free, 1: is being named, 2: named */
    uint32_t spare;
    uint64_t sum; /* hash of its name */
    char name[MH_SCOREBOARD_NAME];
    _Atomic uint64_t runs;
    _Atomic uint64_t errors;
    _Atomic uint64_t time;          /* ns */
    _Atomic uint64_t compile;       /* ns, of the last compilation; 0 */
    _Atomic uint64_t compiled;      /* compilations, in all processes */
    _Atomic uint64_t error_time;    /* 0: none */
    char error[MH_SCOREBOARD_NAME]; /* text of the last one */
    _Atomic uint32_t buckets[MH_SCOREBOARD_BUCKETS];
} mh_scoreboard_script_t;

/* One process. Only it writes here, once it has taken the slot. */
typedef struct mh_scoreboard_slot_t {
    _Atomic uint32_t pid;
    _Atomic uint32_t changes; /* odd: texts are being written */
    _Atomic uint64_t born;
    /* when its request began, or the slot became free */
    _Atomic uint64_t since;
    _Atomic uint64_t requests;
    _Atomic uint32_t busy;
    _Atomic uint32_t spare;
    _Atomic uint64_t perl;      /* mh_stack_perl() of its interpreter */
    _Atomic uint64_t memory[2]; /* private, shared; 0: not measured yet */
    char request[MH_SCOREBOARD_NAME];
    char script[MH_SCOREBOARD_NAME];
    char databases[MH_SCOREBOARD_DATABASES]; /* see databases.h */
    /* watcher.h: whether there is a watcher, and its order. */
    _Atomic uint32_t watched;
    _Atomic uint32_t asked;
    _Atomic uint32_t answered;
    char stack[MH_SCOREBOARD_STACK];
} mh_scoreboard_slot_t;

/* The shared memory. */
typedef struct mh_scoreboard_segment_t {
    _Atomic uint64_t watched; /* time of the last look at it */
    mh_scoreboard_second_t seconds[MH_SCOREBOARD_SECONDS];
    mh_scoreboard_script_t scripts[MH_SCOREBOARD_SCRIPTS];
    mh_scoreboard_slot_t slots[];
} mh_scoreboard_segment_t;

/*
 * A mapping. Each process keeps the size for itself, because the memory is not
 * trusted.
 */
typedef struct mh_scoreboard_t {
    mh_scoreboard_segment_t *room; /* NULL: there is none */
    unsigned slots;
} mh_scoreboard_t;

/* ns since some start, the same for all processes. */
uint64_t mh_scoreboard_now(void);

/*
 * Makes memory that forks share, with at most MH_SCOREBOARD_SLOTS slots. False:
 * errno says why.
 */
bool mh_scoreboard_make(mh_scoreboard_t *board, unsigned slots);
/*
 * Does the same in a memory file whose size cannot change. Returns its
 * descriptor, for a program that is executed; -1 and errno.
 */
int mh_scoreboard_make_file(mh_scoreboard_t *board, unsigned slots);
/* Maps another process's scoreboard. False: the descriptor is no scoreboard. */
bool mh_scoreboard_map(mh_scoreboard_t *board, int fd);
void mh_scoreboard_unmap(mh_scoreboard_t *board);

/* Takes a free slot for this process, else that of a process that is no more;
 * NULL. */
mh_scoreboard_slot_t *mh_scoreboard_take_slot(const mh_scoreboard_t *board,
                                              pid_t pid);
void mh_scoreboard_leave_slot(mh_scoreboard_slot_t *slot);
/* Notes that a request begins. */
void mh_scoreboard_begin(mh_scoreboard_slot_t *slot, const char *method,
                         const char *uri, const char *script, uint64_t now);
void mh_scoreboard_end(mh_scoreboard_slot_t *slot, uint64_t now);
/* Notes the process's present connections: whole lines, as many as fit. */
void mh_scoreboard_databases(mh_scoreboard_slot_t *slot, const char *text);
/* Copies a slot; false: it is free. */
bool mh_scoreboard_look(const mh_scoreboard_t *board, unsigned number,
                        mh_scoreboard_slot_t *slot);

/* The row of a script; never NULL. */
mh_scoreboard_script_t *mh_scoreboard_script(const mh_scoreboard_t *board,
                                             const char *name);
/* Counts a run that has ended now. */
void mh_scoreboard_count(const mh_scoreboard_t *board,
                         mh_scoreboard_script_t *script, uint64_t took,
                         bool error, uint64_t now);
/* Counts the error of a run that was counted as one that has ended well. */
void mh_scoreboard_failed(const mh_scoreboard_t *board,
                          mh_scoreboard_script_t *script, uint64_t now);
/* Counts a compilation that took so many ns. */
void mh_scoreboard_compiled(mh_scoreboard_script_t *script, uint64_t took);
/* Stores the first line of the last error. */
void mh_scoreboard_error(mh_scoreboard_script_t *script, const char *text,
                         uint64_t now);
/* Time in ns that this part (of 1) of the runs did not exceed; UINT64_MAX:
 * there were none. */
uint64_t mh_scoreboard_quantile(const mh_scoreboard_script_t *script,
                                double part);
/* Copies a row; false: it has no name. */
bool mh_scoreboard_read_script(const mh_scoreboard_t *board, unsigned number,
                               mh_scoreboard_script_t *script);

/*
 * One value for each second, the oldest first; the last is for the second
 * before now. The function adds to the values that are there.
 */
typedef struct mh_scoreboard_figures_t {
    uint64_t requests;
    uint64_t errors;
    uint64_t time;
} mh_scoreboard_figures_t;
void mh_scoreboard_history(
    const mh_scoreboard_t *board, uint64_t now,
    mh_scoreboard_figures_t figures[MH_SCOREBOARD_SECONDS]);

#endif
