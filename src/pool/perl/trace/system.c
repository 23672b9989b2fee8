/*
 * system.c - the state of the machine.
 */
#include "pool/perl/trace/libc.h"

#include <sched.h>
#include <sys/auxv.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "pool/perl/trace/kernel.h"

MH_TRACED(int, get_nprocs, (void))
{
    if (mh_watching())
        mh_kernel_processors();
    return real_get_nprocs();
}

/* A new process has those of its parent. */
MH_TRACED(int, sched_getaffinity, (pid_t pid, size_t size, cpu_set_t *set))
{
    if (mh_watching() && pid)
        mh_trace_unshareable("asks for a process's processors");
    else if (mh_watching())
        mh_kernel_processors();
    return real_sched_getaffinity(pid, size, set);
}

/* Only constants of the system and limits of the process are shareable. */
MH_TRACED(long, sysconf, (int name))
{
    if (mh_watching() && name == _SC_NPROCESSORS_ONLN)
        mh_kernel_processors();
    else if (mh_watching() &&
             (name == _SC_AVPHYS_PAGES || name == _SC_OPEN_MAX ||
              name == _SC_CHILD_MAX || name == _SC_ARG_MAX))
        mh_trace_unshareable("asks for the state of the system");
    return real_sysconf(name);
}

/* The kernel gives every process random bytes at its start. */
MH_TRACED(unsigned long, getauxval, (unsigned long type))
{
    if (mh_watching() && type == AT_RANDOM)
        mh_trace_unshareable("asks for random numbers");
    return real_getauxval(type);
}
