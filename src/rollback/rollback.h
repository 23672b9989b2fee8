/*
 * rollback.h - a new process for each run, on memory that is put back.
 *
 * A process that has prepared something makes a *checkpoint*: what its memory
 * is. A fork of it becomes a *template*. A *run* is a child of the template
 * that shares its memory, and goes on where the checkpoint was made; for all
 * else it is a new process, and the kernel throws away what it did to itself.
 * When it has ended, the template puts the memory back (*restore*), as far as
 * the run has written to it, which a *tracker* knows from the kernel.
 *
 * Nothing here knows what the memory is for. Linux only, on x86-64 and ARM64;
 * elsewhere mh_rollback_checkpoint() refuses.
 *
 * Whatever cannot be put back makes a function return why. The template is then
 * to end: its memory is that of no checkpoint any more.
 */
#ifndef MEHARI_ROLLBACK_H
#define MEHARI_ROLLBACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* How the pages are found that a run has written to. */
typedef enum mh_tracker_e {
    MH_TRACKER_UFFD,       /* userfaultfd, written without waiting: Linux 6.7 */
    MH_TRACKER_SOFT_DIRTY, /* /proc/self/clear_refs */
    MH_TRACKER_COMPARE,    /* all that can be written is compared */
    MH_TRACKERS
} mh_tracker_e;

typedef enum mh_rollback_e {
    MH_ROLLBACK_REFUSED, /* there is no checkpoint */
    MH_ROLLBACK_MADE,    /* in the process that made it */
    MH_ROLLBACK_RUN      /* in each run */
} mh_rollback_e;

/* What has been done; of one template. */
typedef struct mh_rollback_figures_t {
    uint64_t runs;
    uint64_t pages;       /* put back, of all runs */
    uint64_t faults;      /* pages found for the first or second time */
    uint64_t rebuilt;     /* runs after which mappings were looked at */
    uint64_t nanoseconds; /* of putting back */
    uint64_t tracked;     /* pages that can be written */
    uint64_t copied;      /* pages of them that the checkpoint has a copy of */
} mh_rollback_figures_t;

/* --- before the checkpoint --- */

/*
 * malloc() takes memory from the end of the heap only, and never gives it back
 * to the kernel: what a run allocates then costs no look at its mappings. The
 * price is that a freed large block stays with the process until it ends. To be
 * called early.
 */
void mh_rollback_prepare(void);

/*
 * Zeroed memory that is never put back, for the template's own code; NULL:
 * there is none. Forks of the process have their own copy of it.
 */
void *mh_rollback_keep(size_t size);

/*
 * Makes the checkpoint, once in a process. With MH_ROLLBACK_REFUSED *why says
 * what cannot be put back. In a run it returns again, with what libraries know
 * of a process as after fork(). With check, restores compare all of the memory.
 */
mh_rollback_e mh_rollback_checkpoint(bool check, const char **why);

/* --- in a fork of the process that made it --- */

/*
 * Becomes a template: goes to a stack that is never put back, blocks all
 * signals and calls serve(context), which never returns. From there on the
 * caller's memory is the runs': serve() must not use what they use. It may call
 * the functions below, system calls, and what writes to its arguments only; of
 * static variables it sees what the checkpoint had. context is of
 * mh_rollback_keep().
 */
_Noreturn void mh_rollback_serve(void (*serve)(void *context), void *context);

/*
 * The first call in serve(). Its descriptors are from lowest on: runs inherit
 * them, and close them. NULL, or why not; another tracker may be tried then, or
 * mh_rollback_become().
 */
const char *mh_rollback_start(mh_tracker_e tracker, int lowest);

/* This process goes on as a run; it is a template no more. */
_Noreturn void mh_rollback_become(void);

/* Makes a run; its process, or -1 with *why. */
pid_t mh_rollback_run(const char **why);

/*
 * Waits until it has ended, whatever program it has become meanwhile. *status
 * is waitpid()'s.
 */
const char *mh_rollback_wait(pid_t pid, int *status);

/* Puts the memory back. */
const char *mh_rollback_restore(void);

/* What was last said to be wrong was the tracker's fault, and no run's. */
bool mh_rollback_has_failed(void);

/*
 * Compares all memory and all mappings with the checkpoint: NULL, or a text
 * that names the first difference. Slow; for tests.
 */
const char *mh_rollback_compare(void);

const mh_rollback_figures_t *mh_rollback_figures(void);

/* --- anywhere --- */

/*
 * First in a process that fork() or _Fork() has made in the middle of
 * something: locks that the thread has are this process's. With call_handlers,
 * those of pthread_atfork() are called, as _Fork() does not: all of before,
 * then all of a child.
 */
void mh_rollback_forked(bool call_handlers);

/* As directives have it: "uffd", "soft-dirty", "compare". */
const char *mh_tracker_name(mh_tracker_e tracker);

/* What was found out about the trackers on this machine. */
typedef struct mh_rollback_report_t {
    uint32_t nanoseconds[MH_TRACKERS]; /* of putting back; 0: does not work */
    char why[MH_TRACKERS][80];
} mh_rollback_report_t;

/*
 * Tries each on some memory of this process: the one that is fastest, or
 * MH_TRACKERS when none works. It takes a millisecond or so, and no other
 * process.
 */
mh_tracker_e mh_rollback_measure(mh_rollback_report_t *report);

#endif
