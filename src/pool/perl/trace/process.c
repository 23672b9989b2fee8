/*
 * process.c - processes: this one's numbers and rights, others,
 * signals.
 */
#include "pool/perl/trace/libc.h"

#include <grp.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <termios.h>
#include <threads.h>
#include <unistd.h>

#include "pool/perl/trace/kernel.h"
#include "pool/rollback/change.h"

/* --- other processes --- */

#define STARTS "starts a process"

MH_REAL(pid_t, fork, (void));

pid_t fork(void)
{
    pid_t pid;

    if (!real_fork)
        mh_trace_find_real();
    if (mh_watching())
        mh_trace_unshareable(STARTS);
    mh_change_forked();
    pid = real_fork();
    if (pid == 0)
        mh_change_child();
    return pid;
}

#ifdef MH_LIBC_FORK
MH_UNSHAREABLE(pid_t, _Fork, (void), (), STARTS)
#endif

MH_REAL(int, clone, (int (*run)(void *), void *stack, int flags, void *, ...));

int clone(int (*run)(void *), void *stack, int flags, void *context, ...)
{
    void *rest[3];
    va_list list;

    va_start(list, context);
    for (int i = 0; i < 3; i++)
        rest[i] = va_arg(list, void *);
    va_end(list);
    if (mh_watching())
        mh_trace_unshareable(STARTS);
    return real_clone(run, stack, flags, context, rest[0], rest[1], rest[2]);
}
MH_UNSHAREABLE(int, execve,
               (const char *path, char *const argv[], char *const envp[]),
               (path, argv, envp), STARTS)
MH_UNSHAREABLE(int, execv, (const char *path, char *const argv[]), (path, argv),
               STARTS)
MH_UNSHAREABLE(int, execvp, (const char *path, char *const argv[]),
               (path, argv), STARTS)
MH_UNSHAREABLE(int, execvpe,
               (const char *path, char *const argv[], char *const envp[]),
               (path, argv, envp), STARTS)
MH_UNSHAREABLE(int, fexecve, (int fd, char *const argv[], char *const envp[]),
               (fd, argv, envp), STARTS)
#ifdef MH_LIBC_EXECVEAT
MH_UNSHAREABLE(int, execveat,
               (int at, const char *path, char *const argv[],
                char *const envp[], int flags),
               (at, path, argv, envp, flags), STARTS)
#endif
MH_UNSHAREABLE(int, system, (const char *command), (command), STARTS)
MH_UNSHAREABLE(FILE *, popen, (const char *command, const char *mode),
               (command, mode), STARTS)
MH_UNSHAREABLE(int, posix_spawn,
               (pid_t * pid, const char *path,
                const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const argv[],
                char *const envp[]),
               (pid, path, actions, attributes, argv, envp), STARTS)
MH_UNSHAREABLE(int, posix_spawnp,
               (pid_t * pid, const char *path,
                const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const argv[],
                char *const envp[]),
               (pid, path, actions, attributes, argv, envp), STARTS)

/*
 * The child of a vfork() runs on this stack frame until it executes: a wrapper
 * cannot return from it twice, so it is a fork() here.
 */
pid_t vfork(void)
{
    return fork();
}

#define ARGUMENTS_MAX 1024

/* Collects the rest of execl()'s words; *end is the argument after their NULL.
 */
static void collect(char *argv[ARGUMENTS_MAX], const char *first, va_list list)
{
    int count = 0;

    argv[count] = (char *)first;
    while (argv[count] && count < ARGUMENTS_MAX - 1)
        argv[++count] = va_arg(list, char *);
    argv[count] = NULL;
}

int execl(const char *path, const char *first, ...)
{
    char *argv[ARGUMENTS_MAX];
    va_list list;

    va_start(list, first);
    collect(argv, first, list);
    va_end(list);
    return execv(path, argv);
}

int execlp(const char *path, const char *first, ...)
{
    char *argv[ARGUMENTS_MAX];
    va_list list;

    va_start(list, first);
    collect(argv, first, list);
    va_end(list);
    return execvp(path, argv);
}

#define WAITS "waits for a process"

MH_UNSHAREABLE(pid_t, wait, (int *status), (status), WAITS)
MH_UNSHAREABLE(pid_t, waitpid, (pid_t pid, int *status, int flags),
               (pid, status, flags), WAITS)
MH_UNSHAREABLE(pid_t, wait3, (int *status, int flags, struct rusage *usage),
               (status, flags, usage), WAITS)
MH_UNSHAREABLE(pid_t, wait4,
               (pid_t pid, int *status, int flags, struct rusage *usage),
               (pid, status, flags, usage), WAITS)
MH_UNSHAREABLE(int, waitid,
               (idtype_t type, id_t id, siginfo_t *info, int flags),
               (type, id, info, flags), WAITS)
MH_UNSHAREABLE(int, pthread_create,
               (pthread_t * thread, const pthread_attr_t *attributes,
                void *(*run)(void *), void *argument),
               (thread, attributes, run, argument), "starts a thread")
MH_UNSHAREABLE(int, thrd_create,
               (thrd_t * thread, thrd_start_t run, void *argument),
               (thread, run, argument), "starts a thread")

#define ELSEWHERE "uses another process's memory"

MH_UNSHAREABLE(ssize_t, process_vm_readv,
               (pid_t pid, const struct iovec *here, unsigned long count,
                const struct iovec *there, unsigned long there_count,
                unsigned long flags),
               (pid, here, count, there, there_count, flags), ELSEWHERE)
MH_UNSHAREABLE(ssize_t, process_vm_writev,
               (pid_t pid, const struct iovec *here, unsigned long count,
                const struct iovec *there, unsigned long there_count,
                unsigned long flags),
               (pid, here, count, there, there_count, flags), ELSEWHERE)

/* --- signals --- */

MH_UNSHAREABLE(int, kill, (pid_t pid, int number), (pid, number),
               "sends a signal")
MH_UNSHAREABLE(int, killpg, (pid_t group, int number), (group, number),
               "sends a signal")
MH_UNSHAREABLE(int, raise, (int number), (number), "sends a signal")
MH_UNSHAREABLE(int, tgkill, (pid_t group, pid_t thread, int number),
               (group, thread, number), "sends a signal")
MH_UNSHAREABLE(int, sigqueue, (pid_t pid, int number, const union sigval value),
               (pid, number, value), "sends a signal")
MH_UNSHAREABLE(int, pause, (void), (), "waits for a signal")
MH_UNSHAREABLE(int, sigsuspend, (const sigset_t *set), (set),
               "waits for a signal")
MH_UNSHAREABLE(int, sigwait, (const sigset_t *set, int *number), (set, number),
               "waits for a signal")
MH_UNSHAREABLE(int, sigwaitinfo, (const sigset_t *set, siginfo_t *info),
               (set, info), "waits for a signal")
MH_UNSHAREABLE(int, sigtimedwait,
               (const sigset_t *set, siginfo_t *info,
                const struct timespec *time),
               (set, info, time), "waits for a signal")

/* --- this process --- */

MH_REAL(pid_t, getpid, (void));

pid_t getpid(void)
{
    if (!real_getpid)
        mh_trace_find_real();
    if (mh_watching() && MH_CALLED() && !mh_later_keeps_pid())
        mh_trace_unshareable("asks for the process id");
    return real_getpid();
}

MH_UNSHAREABLE(pid_t, getppid, (void), (), "asks for the parent's process id")
MH_UNSHAREABLE(pid_t, gettid, (void), (), "asks for the process id")
MH_UNSHAREABLE(pid_t, getpgrp, (void), (), "asks for the process group")
MH_UNSHAREABLE(pid_t, getpgid, (pid_t pid), (pid), "asks for the process group")
MH_UNSHAREABLE(pid_t, getsid, (pid_t pid), (pid), "asks for the session")
MH_UNSHAREABLE(int, setpgrp, (void), (), "changes the process group")
MH_UNSHAREABLE(int, setpgid, (pid_t pid, pid_t group), (pid, group),
               "changes the process group")
MH_UNSHAREABLE(pid_t, setsid, (void), (), "begins a session")
MH_UNSHAREABLE(pid_t, tcgetpgrp, (int fd), (fd), "looks at a terminal")
MH_UNSHAREABLE(int, tcsetpgrp, (int fd, pid_t group), (fd, group),
               "changes a terminal")
MH_UNSHAREABLE(int, daemon, (int stay, int keep), (stay, keep), STARTS)

#define RIGHTS "changes its user or group"

MH_UNSHAREABLE(int, setuid, (uid_t user), (user), RIGHTS)
MH_UNSHAREABLE(int, seteuid, (uid_t user), (user), RIGHTS)
MH_UNSHAREABLE(int, setreuid, (uid_t real, uid_t effective), (real, effective),
               RIGHTS)
MH_UNSHAREABLE(int, setresuid, (uid_t real, uid_t effective, uid_t saved),
               (real, effective, saved), RIGHTS)
MH_UNSHAREABLE(int, setgid, (gid_t group), (group), RIGHTS)
MH_UNSHAREABLE(int, setegid, (gid_t group), (group), RIGHTS)
MH_UNSHAREABLE(int, setregid, (gid_t real, gid_t effective), (real, effective),
               RIGHTS)
MH_UNSHAREABLE(int, setresgid, (gid_t real, gid_t effective, gid_t saved),
               (real, effective, saved), RIGHTS)
MH_UNSHAREABLE(int, setgroups, (size_t count, const gid_t *groups),
               (count, groups), RIGHTS)
MH_UNSHAREABLE(int, initgroups, (const char *user, gid_t group), (user, group),
               RIGHTS)

/* A request has limits of its own. */
MH_UNSHAREABLE(int, getrlimit, (__rlimit_resource_t what, struct rlimit *limit),
               (what, limit), "asks for its limits")
MH_ALSO(getrlimit64, getrlimit);
MH_REAL(int, setrlimit, (__rlimit_resource_t what, const struct rlimit *limit));

int setrlimit(__rlimit_resource_t what, const struct rlimit *limit)
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
MH_UNSHAREABLE(int, prlimit,
               (pid_t pid, __rlimit_resource_t what, const struct rlimit *limit,
                struct rlimit *old),
               (pid, what, limit, old), "asks for its limits")
MH_ALSO(prlimit64, prlimit);
MH_UNSHAREABLE(int, nice, (int by), (by), "changes its priority")
MH_UNSHAREABLE(int, setpriority,
               (__priority_which_t which, id_t who, int priority),
               (which, who, priority), "changes its priority")
MH_UNSHAREABLE(int, sched_setscheduler,
               (pid_t pid, int policy, const struct sched_param *parameters),
               (pid, policy, parameters), "changes its priority")
MH_UNSHAREABLE(int, sched_setaffinity,
               (pid_t pid, size_t size, const cpu_set_t *set), (pid, size, set),
               "chooses its processors")
MH_UNSHAREABLE(int, unshare, (int flags), (flags), "changes its namespaces")
MH_UNSHAREABLE(int, setns, (int fd, int type), (fd, type),
               "changes its namespaces")

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

MH_REAL(int, prctl, (int what, ...));

int prctl(int what, ...)
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
MH_REAL(long, syscall, (long number, ...));

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

long syscall(long number, ...)
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

/* --- exits, which a zygote must not take --- */

MH_REAL(void, _exit, (int status));
MH_REAL(void, abort, (void));

void _exit(int status)
{
    if (mh_watching())
        mh_trace_unshareable("ends the process");
    for (;;)
        real__exit(status);
}

void abort(void)
{
    if (mh_watching())
        mh_trace_unshareable("ends the process");
    for (;;)
        real_abort();
}

/* --- state that fork() keeps, which only modules loaded ahead may not read ---
 */

MH_REAL(char *, getcwd, (char *to, size_t size));
MH_REAL(mode_t, umask, (mode_t mask));

char *getcwd(char *to, size_t size)
{
    mh_trace_unshareable_for(MH_WHOSE_MODULE, "asks for the working directory");
    return real_getcwd(to, size);
}

mode_t umask(mode_t mask)
{
    mh_trace_unshareable_for(MH_WHOSE_MODULE, "asks for the umask");
    return real_umask(mask);
}
