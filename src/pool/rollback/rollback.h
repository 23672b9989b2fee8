/*
 * rollback.h - a new process for each run, on memory that is put back.
 *
 * A process that has prepared something makes a *checkpoint* of its memory. A
 * fork of it becomes a *template*. A *run* is a child of the template that
 * shares its memory, and goes on where the checkpoint was made; in all else it
 * is a new process, and its other changes end with it. When a run has ended,
 * the template puts back (*restores*) the memory that the run has written to. A
 * *tracker* finds these pages.
 *
 * The engine does not know what the memory is for. Linux only, on x86-64 and
 * ARM64; elsewhere mh_rollback_checkpoint() refuses.
 *
 * A change that cannot be put back makes a function return why. The template
 * must then end, because its memory differs from the checkpoint.
 */
#ifndef MEHARI_POOL_ROLLBACK_ROLLBACK_H
#define MEHARI_POOL_ROLLBACK_ROLLBACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

/* The ways to find the pages that a run has written to; or to do without. */
typedef enum mh_tracker_e {
    /* userfaultfd, without waiting for writers: Linux 6.7 */
    MH_TRACKER_UFFD,
    MH_TRACKER_SOFT_DIRTY, /* /proc/self/clear_refs */
    MH_TRACKER_COMPARE,    /* compares all memory that can be written */
    MH_TRACKERS,
    /* Nothing is put back: each run is a fork of the template's. */
    MH_TRACKER_FORK = MH_TRACKERS
} mh_tracker_e;

typedef enum mh_rollback_e {
    MH_ROLLBACK_REFUSED, /* no checkpoint was made */
    MH_ROLLBACK_MADE,    /* returned in the process that made it */
    MH_ROLLBACK_RUN      /* in each run */
} mh_rollback_e;

/* Figures of one template. */
typedef struct mh_rollback_figures_t {
    uint64_t runs;
    uint64_t pages;       /* pages put back, of all runs */
    uint64_t faults;      /* pages found for the first or second time */
    uint64_t rebuilt;     /* runs after which mappings were looked at */
    uint64_t nanoseconds; /* ns of putting back */
    uint64_t cpu;         /* ns of processor time, of all runs */
    uint64_t tracked;     /* pages that can be written */
    uint64_t copied;      /* pages of them that the checkpoint has a copy of */
    uint64_t layered;     /* pages of the layer */
    uint64_t rests;       /* times that runs rested: mh_rollback_rest_runs() */
} mh_rollback_figures_t;

/* --- before the checkpoint --- */

/*
 * Makes malloc() take memory from the end of the heap only, and never give it
 * back to the kernel. So a run's allocations do not change mappings. In return,
 * a large block that is freed stays with the process until its end. The call
 * belongs to the start of the program.
 */
void mh_rollback_prepare(void);

/*
 * Zeroed memory that is never put back, for the template's own code; NULL:
 * there is none. Forks of the process have their own copy of it.
 */
void *mh_rollback_keep(size_t size);

/*
 * Lets runs write to memory that other processes share: this memory is never
 * put back. Children of a run do not have it. False: there is no room for one
 * more.
 */
bool mh_rollback_share(void *start, size_t size);

/*
 * Before the checkpoint: lets forks of this process report the pages that they
 * write to. Runs are expected to write to these pages, and need no fault for
 * each.
 */
void mh_rollback_expect(void);
/* In such a fork, at its end. */
void mh_rollback_written(void);

/* True for memory of the engine's own, or of mh_rollback_share(). */
bool mh_rollback_owns(uintptr_t start, uintptr_t end);

/*
 * Moves the memory of this process into a *layer*, a file that nobody can write
 * to: this process and its forks have it as a private mapping. A checkpoint of
 * a fork then copies only the pages that are no longer the layer's. Call it
 * once, before a checkpoint. The mapping with that address stays as it is: the
 * kernel reads a command line from anonymous memory only. NULL, or why there is
 * no layer: a checkpoint copies all then.
 */
const char *mh_rollback_layer(void *apart);

/*
 * In forks of the process that made a layer: true if there is no mapping but
 * what that process had, and a larger heap and stack. False elsewhere.
 */
bool mh_rollback_has_known_mappings(void);

/*
 * Makes the checkpoint, once in a process. With MH_ROLLBACK_REFUSED *why names
 * what cannot be put back. The call returns again in each run; libraries then
 * know their process as after fork(). With check, restores compare all of the
 * memory.
 */
mh_rollback_e mh_rollback_checkpoint(bool check, const char **why);

/* Descriptors that a rest waits for. */
#define MH_REST_FDS 2

/*
 * In the process that made the checkpoint: waits until one of the descriptors
 * has something, or is closed (-1: none). After that patience, in ms, pages
 * that equal the checkpoint's are given back to the kernel, and are made again
 * before the call returns. Elsewhere it returns at once.
 */
void mh_rollback_rest(const int fds[MH_REST_FDS], int patience);

/* --- in a fork of the process that made it --- */

/*
 * Becomes a template: goes to a stack that is never put back, blocks all
 * signals and calls serve(context), which never returns. From there on the
 * caller's memory is the runs': serve() must not use it. It may call the
 * functions below, system calls, and functions that write to their arguments
 * only; its static variables have the checkpoint's values. context is of
 * mh_rollback_keep().
 */
_Noreturn void mh_rollback_serve(void (*serve)(void *context), void *context);

/*
 * The first call in serve(). The template's descriptors are from lowest on:
 * runs inherit them, and close them. NULL, or an error; another tracker may be
 * tried then.
 */
const char *mh_rollback_start(mh_tracker_e tracker, int lowest);

/*
 * The process that may look at runs. It asks with MH_ROLLBACK_LOOK, sent by
 * kill(). The template then makes a child that may be looked at: its name is
 * MH_ROLLBACK_COPY, and it has a copy of the run's memory and nothing else. The
 * child lives for a second, or for as long as the run goes on.
 */
void mh_rollback_observer(pid_t pid);
#define MH_ROLLBACK_LOOK SIGUSR1
#define MH_ROLLBACK_COPY "mehari-copy"

/*
 * From here on, a run rests before it goes on, until fd has something. A run
 * may be killed meanwhile, without harm.
 */
void mh_rollback_rest_runs(int fd, int patience);

/* Makes a run; its pid, or -1 with *why. */
pid_t mh_rollback_run(const char **why);

/*
 * Waits until the run has ended, whatever program it has become meanwhile.
 * *status is waitpid()'s.
 */
const char *mh_rollback_wait(pid_t pid, int *status);

/* Puts the memory back. */
const char *mh_rollback_restore(void);

/* True if the last error was the tracker's fault, and no run's. */
bool mh_rollback_has_failed(void);

/*
 * Compares all memory and all mappings with the checkpoint: NULL, or a text
 * that names the first difference. Slow; for tests.
 */
const char *mh_rollback_compare(void);

const mh_rollback_figures_t *mh_rollback_figures(void);

/* --- anywhere --- */

/* Nanoseconds of processor time. */
uint64_t mh_rollback_cpu(const struct rusage *usage);

/*
 * First call in a process that fork() or _Fork() has made in the middle of
 * something: makes it the holder of the thread's locks. With call_handlers,
 * calls the handlers of pthread_atfork(), which _Fork() does not do: all
 * prepare handlers, then those of a child.
 */
void mh_rollback_forked(bool call_handlers);

/*
 * In a fork: keeps the memory of mh_rollback_share(), which the fork's own
 * children then do not have; or unmaps it.
 */
void mh_rollback_shared(bool keep);

/* The tracker's name in directives: "uffd", "soft-dirty", "compare". */
const char *mh_tracker_name(mh_tracker_e tracker);

/* Result for the trackers on this machine. */
typedef struct mh_rollback_report_t {
    /* of putting back; 0: the tracker does not work */
    uint32_t nanoseconds[MH_TRACKERS];
    char why[MH_TRACKERS][80];
} mh_rollback_report_t;

/*
 * Tries each tracker on some memory of this process: the fastest, or
 * MH_TRACKERS when none works. It takes a millisecond or so, and no other
 * process.
 */
mh_tracker_e mh_rollback_measure(mh_rollback_report_t *report);

#endif
