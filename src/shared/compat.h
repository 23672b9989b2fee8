/*
 * compat.h - differences between versions of libc and of the kernel's headers,
 * from glibc 2.31 and Linux 5.10 on: one name for each. The names are libc's
 * own if it is new enough. No other file asks for their version.
 */
#ifndef MEHARI_SHARED_COMPAT_H
#define MEHARI_SHARED_COMPAT_H

/*
 * Functions that libc has. A unit that replaces functions of libc must not
 * define one that another library has on this system.
 */
#include <features.h>

#if __GLIBC_PREREQ(2, 33)
#define MH_LIBC_STAT 1 /* stat() and mknod() are symbols */
#endif

#if __GLIBC_PREREQ(2, 34)
#define MH_LIBC_FORK 1
#define MH_LIBC_EXECVEAT 1
#endif

#if __GLIBC_PREREQ(2, 36)
#define MH_LIBC_ARC4RANDOM 1
#define MH_LIBC_PROCESS_MADVISE 1
#endif

#ifndef __ASSEMBLER__

#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* --- headers and numbers of Linux --- */

/* 5.3, glibc 2.32 */
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

/* 5.6, glibc 2.32 */
#ifndef SYS_openat2
#define SYS_openat2 437
#define SYS_pidfd_getfd 438
#endif

/* 5.9, glibc 2.33 */
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

/* 5.10, glibc 2.33 */
#ifndef SYS_process_madvise
#define SYS_process_madvise 440
#endif

/* 5.11 */
#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#define PR_SYS_DISPATCH_OFF 0
#define PR_SYS_DISPATCH_ON 1
#endif

/* 5.14, glibc 2.35 */
#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#endif

/* 5.15 */
#if __has_include(<linux/ioprio.h>)
#include <linux/ioprio.h>
#else
#define IOPRIO_WHO_PROCESS 1
#endif

/* 6.9 */
#ifndef PIDFD_SIGNAL_PROCESS_GROUP
#define PIDFD_SIGNAL_PROCESS_GROUP 4
#endif

/* --- glibc 2.32 --- */

#if !__GLIBC_PREREQ(2, 32)
static inline const char *strerrordesc_np(int error)
{
    return strerror(error);
}
#endif

/* --- glibc 2.33 --- */

#if !__GLIBC_PREREQ(2, 33)
#define mallinfo2 mallinfo
#endif

/* --- glibc 2.34 --- */

#if !__GLIBC_PREREQ(2, 34)
static inline int close_range(unsigned first, unsigned last, int flags)
{
    return (int)syscall(SYS_close_range, first, last, flags);
}

/* The kernel knows the address at which libc keeps the number of a thread. */
static inline pid_t mh_fork_alone(void)
{
    long flags = SIGCHLD;
    void *tid = NULL;

    if (!prctl(PR_GET_TID_ADDRESS, &tid) && tid)
        flags |= CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID;
#ifdef __x86_64__
    return (pid_t)syscall(SYS_clone, flags, NULL, NULL, tid, NULL);
#else
    return (pid_t)syscall(SYS_clone, flags, NULL, NULL, NULL, tid);
#endif
}
#define _Fork mh_fork_alone
#endif

/* --- glibc 2.36 --- */

/* The function with that name in the libraries behind this program. */
static inline void *mh_libc_next(const char *name)
{
#if !__GLIBC_PREREQ(2, 36)
    /* RTLD_NEXT finds the oldest of several versions. */
    static const char *const newest[][2] = {
        { "clock_gettime", "GLIBC_2.17" },
        { "clock_nanosleep", "GLIBC_2.17" },
        { "glob", "GLIBC_2.27" },
        { "glob64", "GLIBC_2.27" },
        { "nftw", "GLIBC_2.3.3" },
        { "nftw64", "GLIBC_2.3.3" },
        { "posix_spawn", "GLIBC_2.15" },
        { "posix_spawnp", "GLIBC_2.15" },
        { "realpath", "GLIBC_2.3" },
        { "sched_getaffinity", "GLIBC_2.3.4" },
        { "sched_setaffinity", "GLIBC_2.3.4" },
        { "timer_create", "GLIBC_2.3.3" },
    };

    for (size_t i = 0; i < sizeof(newest) / sizeof(newest[0]); i++) {
        void *found = NULL;

        if (strcmp(name, newest[i][0]) == 0)
            found = dlvsym(RTLD_NEXT, name, newest[i][1]);
        if (found)
            return found;
    }
#endif
    return dlsym(RTLD_NEXT, name);
}

#if __GLIBC_PREREQ(2, 36)
#include <sys/pidfd.h>
#else
static inline int pidfd_open(pid_t pid, unsigned flags)
{
    return (int)syscall(SYS_pidfd_open, pid, flags);
}

static inline int pidfd_getfd(int pidfd, int fd, unsigned flags)
{
    return (int)syscall(SYS_pidfd_getfd, pidfd, fd, flags);
}

static inline int pidfd_send_signal(int pidfd, int number, siginfo_t *info,
                                    unsigned flags)
{
    return (int)syscall(SYS_pidfd_send_signal, pidfd, number, info, flags);
}
#endif

#endif /* __ASSEMBLER__ */

#endif
