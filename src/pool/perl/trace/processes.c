/*
 * processes.c - other processes, and this one's numbers and attributes.
 */
#include "pool/perl/trace/libc.h"

#include <linux/futex.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "pool/perl/trace/kernel.h"
#include "pool/rollback/change.h"

MH_TRACED(pid_t, fork, (void))
{
    pid_t pid;

    if (!real_fork)
        mh_trace_find_real();
    if (mh_watching())
        mh_trace_unshareable("starts a process");
    mh_change_forked();
    pid = real_fork();
    if (pid == 0)
        mh_change_child();
    return pid;
}

/*
 * The child of a vfork() runs on this stack frame until it executes: a wrapper
 * cannot return from it twice, so it is a fork() here.
 */
MH_TRACED_HEAD(pid_t, vfork, (void))
{
    return fork();
}

MH_TRACED(pid_t, getpid, (void))
{
    if (!real_getpid)
        mh_trace_find_real();
    if (mh_watching() && MH_CALLED() && !mh_later_keeps_pid())
        mh_trace_unshareable("asks for the process id");
    return real_getpid();
}

MH_TRACED(int, setrlimit,
          (__rlimit_resource_t what, const struct rlimit *limit))
{
    int result;

    if (mh_watching())
        mh_trace_unshareable("changes its limits");
    result = real_setrlimit(what, limit);
    if (!result && what == RLIMIT_CORE)
        mh_change_core();
    return result;
}
MH_ALSO(setrlimit64, setrlimit);

/*
 * fork() keeps the process name, which perl sets for $0; libcap asks for each
 * capability when it is loaded. Other options (signals at the parent's death,
 * ...) are not kept.
 */
static bool is_kept(int what)
{
    return what == PR_SET_NAME || what == PR_GET_NAME ||
           what == PR_CAPBSET_READ;
}

MH_TRACED(int, prctl, (int what, ...))
{
    unsigned long argument[4];
    va_list list;

    va_start(list, what);
    for (int i = 0; i < 4; i++)
        argument[i] = va_arg(list, unsigned long);
    va_end(list);
    if (what == PR_GET_DUMPABLE && mh_change_is_closed())
        return 1;
    if (!is_kept(what)) {
        if (mh_watching())
            mh_trace_unshareable("changes an attribute of the process");
        mh_change_process(what);
    }
    return real_prctl(what, argument[0], argument[1], argument[2], argument[3]);
}

/* Perl's own syscall(), and libraries. */

/* A lock that is given back wakes nobody in a process with one thread. */
static bool only_wakes(long number, const long argument[6])
{
    return number == SYS_futex && (argument[1] & FUTEX_CMD_MASK) == FUTEX_WAKE;
}

static void before_call(long number, const long argument[6])
{
    if (number == SYS_sched_getaffinity && !argument[0])
        mh_kernel_processors();
    else if (!only_wakes(number, argument))
        mh_trace_unshareable("makes a system call by its number, %ld", number);
}

MH_TRACED(long, syscall, (long number, ...))
{
    long argument[6];
    va_list list;

    va_start(list, number);
    for (int i = 0; i < 6; i++)
        argument[i] = va_arg(list, long);
    va_end(list);
    if (mh_watching() && MH_CALLED())
        before_call(number, argument);
    mh_change_call(number);
    return real_syscall(number, argument[0], argument[1], argument[2],
                        argument[3], argument[4], argument[5]);
}
