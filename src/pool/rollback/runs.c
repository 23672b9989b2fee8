/*
 * runs.c - a process that makes runs, one after the other.
 */
#include "pool/rollback/rollback.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "pool/rollback/change.h"
#include "pool/rollback/expected.h"
#include "pool/rollback/inherit.h"
#include "pool/rollback/raw.h"
#include "pool/rollback/rest.h"
#include "pool/rollback/restore.h"
#include "pool/rollback/tracker.h"
#include "shared/compat.h"

static void block_signals(void)
{
    uint64_t all = ~0ULL;

    mh_raw6(SYS_rt_sigprocmask, SIG_SETMASK, mh_raw_pointer(&all), 0,
            MH_SIGNAL_BYTES, 0, 0);
}

_Noreturn void mh_rollback_serve(void (*serve)(void *context), void *context)
{
    block_signals();
    mh_room_enter(mh_room, serve, context);
}

int mh_room_high(const mh_room_t *room, int fd)
{
    int high;

    if (fd < 0 || fd >= room->lowest)
        return fd;
    high = (int)mh_raw3(SYS_fcntl, fd, F_DUPFD_CLOEXEC, room->lowest);
    mh_raw3(SYS_close, fd, 0, 0);
    return high;
}

int mh_room_open(const mh_room_t *room, const char *name)
{
    return mh_room_high(room,
                        (int)mh_raw6(SYS_openat, AT_FDCWD, mh_raw_pointer(name),
                                     O_RDONLY | O_CLOEXEC, 0, 0, 0));
}

/* Files that change the memory are root's while nobody may look at it. */
int mh_room_open_own(const mh_room_t *room, const char *name, int flags)
{
    long fd = mh_raw6(SYS_openat, AT_FDCWD, mh_raw_pointer(name),
                      flags | O_CLOEXEC, 0, 0, 0);

    if (fd == -EACCES && !mh_raw3(SYS_prctl, PR_SET_DUMPABLE, 1, 0)) {
        fd = mh_raw6(SYS_openat, AT_FDCWD, mh_raw_pointer(name),
                     flags | O_CLOEXEC, 0, 0, 0);
        mh_raw3(SYS_prctl, PR_SET_DUMPABLE, 0, 0);
    }
    return mh_room_high(room, (int)fd);
}

/* A script that ignores SIGCHLD would keep the kernel from reporting its end.
 */
static void take_child_signal(void)
{
    struct sigaction action = { .sa_handler = SIG_DFL };

    sigaction(SIGCHLD, &action, NULL);
}

/* --- who shares the memory --- */

/*
 * unshare() succeeds if nobody shares the memory, and fails otherwise:
 * check_unshare_flags() in kernel/fork.c.
 */
static bool is_alone(void)
{
    return !mh_raw3(SYS_unshare, CLONE_VM, 0, 0);
}

/*
 * When a child of vfork() executes a program, the kernel wakes the parent
 * before the child gives up the memory: exec_mmap() in fs/exec.c. If a child
 * keeps the memory, the wait is no longer than the start of a new template.
 */
static bool becomes_alone(void)
{
    struct timespec rest = { .tv_nsec = 50000 };

    for (int i = 0; i < 7; i++) {
        if (is_alone())
            return true;
        mh_raw3(SYS_nanosleep, mh_raw_pointer(&rest), 0, 0);
        rest.tv_nsec *= 2;
    }
    return is_alone();
}

static int wait_to_be_ended(void *context)
{
    const int *end = context;
    char nothing = 0;

    mh_raw3(SYS_read, *end, mh_raw_pointer(&nothing), 1);
    mh_raw3(SYS_exit_group, 0, 0, 0);
    return 0;
}

/* True if unshare() answers that here. A filter may forbid it. */
static bool knows_whether_alone(mh_room_t *room)
{
    int ends[2];
    bool knows;
    pid_t pid;
    int status;

    if (!is_alone() || mh_raw3(SYS_pipe2, mh_raw_pointer(ends), O_CLOEXEC, 0))
        return false;
    pid = clone(wait_to_be_ended, room->run_stack + sizeof(room->run_stack),
                CLONE_VM | SIGCHLD, &ends[0]);
    knows = pid > 0 && !is_alone();
    mh_raw3(SYS_write, ends[1], mh_raw_pointer(""), 1);
    mh_raw3(SYS_close, ends[1], 0, 0);
    if (pid > 0)
        mh_raw6(SYS_wait4, pid, mh_raw_pointer(&status), __WALL, 0, 0, 0);
    mh_raw3(SYS_close, ends[0], 0, 0);
    return knows && is_alone();
}

/* The kernel may not answer. Then no process below the run may live on. */
static const char *find_who_shares(mh_room_t *room)
{
    room->subreaper = !knows_whether_alone(room);
    if (room->subreaper && mh_raw3(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1, 0))
        return "mehari cannot find out which processes share the memory";
    return NULL;
}

static bool has_children(void)
{
    siginfo_t told = { 0 };

    return mh_raw6(SYS_waitid, P_ALL, 0, mh_raw_pointer(&told),
                   WEXITED | WNOHANG | WNOWAIT | __WALL, 0, 0) != -ECHILD;
}

static const char *look_who_shares(const mh_room_t *room)
{
    if (!room->subreaper)
        return becomes_alone() ? NULL : "another process shares the memory";
    return has_children() ? "a process of the run lives on" : NULL;
}

/* --- start --- */

/* A run's own children have no use for what only the engine reads. */
static void keep_from_children(const void *start, size_t size)
{
    if (size)
        mh_raw3(SYS_madvise, mh_raw_pointer(start), (long)size, MADV_DONTFORK);
}

/* Puts all pages back, whatever has been changed since: a fork differs from its
 * parent. */
static const char *put_back_all(mh_room_t *room)
{
    mh_change_forget(room);
    atomic_store(&room->look, true);
    atomic_store(&room->lost, false);
    room->tracker = &mh_tracker_compare;
    return mh_rollback_restore();
}

/* Memory that others may open is looked at, too. */
static const char *open_pages(mh_room_t *room)
{
    if (room->pagemap >= 0 || (room->closed && !room->tracker->marks))
        return NULL;
    room->pagemap = mh_room_open_own(room, "/proc/self/pagemap", O_RDONLY);
    if (room->pagemap < 0)
        return "/proc/self/pagemap cannot be read";
    room->own_pages = mh_read_only_pages(room);
    return NULL;
}

static const char *start(mh_room_t *room)
{
    struct stat status;
    const char *why;

    mh_inherit_leave();
    take_child_signal();
    room->statm = mh_room_open(room, "/proc/self/statm");
    if (room->statm < 0 || fstat(room->statm, &status))
        return "/proc/self cannot be read";
    room->proc = status.st_dev;
    mh_restore_know_settings(room);
    keep_from_children(room->copy, room->copied * MH_PAGE);
    keep_from_children(room->layer, room->layered * MH_PAGE);
    keep_from_children((const void *)room->shared.start,
                       room->shared.end - room->shared.start);
    why = find_who_shares(room);
    if (!why)
        why = put_back_all(room);
    mh_change_core();
    return why;
}

const char *mh_rollback_start(mh_tracker_e tracker, int lowest)
{
    mh_room_t *room = mh_room;
    const char *why = NULL;

    room->lowest = lowest;
    room->tracker = mh_tracker(tracker);
    if (!room->started) {
        room->closed = mh_raw3(SYS_prctl, PR_GET_DUMPABLE, 0, 0) != 1;
        room->pagemap = -1;
    }
    why = open_pages(room);
    if (!why && !room->started)
        why = start(room);
    room->started |= !why;
    room->tracker = mh_tracker(tracker);
    if (!why)
        why = room->tracker->start(room);
    if (!why) {
        mh_rest_unmap_layer(room);
        mh_expected_use(room);
    }
    mh_remap_size(room, room->size);
    room->failed = why != NULL;
    mh_restore_mark(room);
    memset(&room->figures, 0, sizeof(room->figures));
    room->figures.tracked = room->pages;
    room->figures.copied = room->copied;
    room->figures.layered = room->layered;
    return why;
}

/* --- a run --- */

static int begin(void *context)
{
    mh_room_t *room = context;

    if (room->rest_patience >= 0)
        mh_rest(room);
    mh_inherit_begin(room);
    /* Jumps to where the checkpoint was made, with its signal mask. */
    setcontext(&room->program);
    mh_raw3(SYS_exit_group, 127, 0, 0);
    return 0;
}

bool mh_rollback_has_failed(void)
{
    return mh_room->failed;
}

pid_t mh_rollback_run(const char **why)
{
    mh_room_t *room = mh_room;
    pid_t pid;

    room->role = MH_ROLLBACK_RUN;
    pid = clone(begin, room->run_stack + sizeof(room->run_stack),
                CLONE_VM | CLONE_CHILD_SETTID | SIGCHLD, room, NULL, NULL,
                room->tid);
    if (pid < 0)
        *why = "a process cannot be made";
    return pid;
}

/* --- a copy for the observer --- */

void mh_rollback_observer(pid_t pid)
{
    mh_room->observer = pid;
}

/* The template's descriptors would give the memory itself away. */
static _Noreturn void show(void)
{
    struct timespec second = { .tv_sec = 1 };

    mh_raw3(SYS_close_range, 0, ~0U, 0);
    mh_raw3(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0);
    mh_raw3(SYS_prctl, PR_SET_DUMPABLE, 1, 0);
    mh_raw3(SYS_prctl, PR_SET_NAME, mh_raw_pointer(MH_ROLLBACK_COPY), 0);
    mh_raw3(SYS_nanosleep, mh_raw_pointer(&second), 0, 0);
    for (;;)
        mh_raw3(SYS_exit_group, 0, 0, 0);
}

/* False: it goes on. */
static bool reap_shown(mh_room_t *room, int flags)
{
    int status = 0;

    if (room->shown && !mh_raw6(SYS_wait4, room->shown, mh_raw_pointer(&status),
                                __WALL | flags, 0, 0, 0))
        return false;
    room->shown = 0;
    return true;
}

static void make_shown(mh_room_t *room)
{
    long pid;

    if (!reap_shown(room, WNOHANG))
        return;
    /* As fork(), but the child's end sends no signal. */
    pid = mh_raw6(SYS_clone, 0, 0, 0, 0, 0, 0);
    if (pid == 0)
        show();
    room->shown = pid > 0 ? (pid_t)pid : 0;
}

static void end_shown(mh_room_t *room)
{
    if (!room->shown)
        return;
    mh_raw3(SYS_kill, room->shown, SIGKILL, 0);
    reap_shown(room, 0);
}

/* Signals are blocked, and wait here. */
static void wait_for_signal(mh_room_t *room)
{
    uint64_t set = 1ULL << (SIGCHLD - 1) | 1ULL << (MH_ROLLBACK_LOOK - 1);
    siginfo_t told = { 0 };
    long number = mh_raw6(SYS_rt_sigtimedwait, mh_raw_pointer(&set),
                          mh_raw_pointer(&told), 0, MH_SIGNAL_BYTES, 0, 0);

    if (number == MH_ROLLBACK_LOOK && told.si_code == SI_USER &&
        told.si_pid == room->observer && room->observer)
        make_shown(room);
}

uint64_t mh_rollback_cpu(const struct rusage *usage)
{
    return ((uint64_t)usage->ru_utime.tv_sec +
            (uint64_t)usage->ru_stime.tv_sec) *
               1000000000U +
           ((uint64_t)usage->ru_utime.tv_usec +
            (uint64_t)usage->ru_stime.tv_usec) *
               1000U;
}

const char *mh_rollback_wait(pid_t pid, int *status)
{
    mh_room_t *room = mh_room;
    struct rusage usage = { 0 };
    long ended;

    /* The run has ended when all of its threads have. */
    do {
        wait_for_signal(room);
        ended = mh_raw6(SYS_wait4, pid, mh_raw_pointer(status),
                        __WALL | WNOHANG, mh_raw_pointer(&usage), 0, 0);
    } while (!ended);
    end_shown(room);
    if (ended != pid)
        return "a run cannot be waited for";
    room->figures.runs++;
    room->figures.cpu += mh_rollback_cpu(&usage);
    return look_who_shares(room);
}
