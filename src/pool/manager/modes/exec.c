/*
 * exec.c - see exec.h.
 */
#include "pool/manager/modes/exec.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pool/common/exec_prep.h"
#include "pool/manager/privileges/privileges.h"
#include "shared/signals.h"
#include "pool/manager/common/counters.h"
#include "pool/manager/modes/obstacle.h"
#include "pool/manager/perl/process_events.h"
#include "pool/manager/perl/serving.h"
#include "shared/probes.h"
#include "shared/compat.h"

/* Exit status of httpd's own children when they could not execute the program.
 */
#define NOT_STARTED 255
#define ESCAPED 5 /* room for one escaped byte, with a NUL */

static mh_link_t children = { &children, &children };

/* Escapes as httpd does when it logs text that may have come from outside. */
static size_t escape(char *to, unsigned char byte)
{
    static const char plain[] = "\b\n\r\t\v\\\"";
    static const char named[] = "bnrtv\\\"";
    const char *at = byte ? strchr(plain, byte) : NULL;

    if (at)
        return (size_t)sprintf(to, "\\%c", named[at - plain]);
    if (byte < ' ' || byte > '~')
        return (size_t)sprintf(to, "\\x%02x", byte);
    *to = (char)byte;
    return 1;
}

static _Noreturn void complain(int error, const char *what)
{
    const char *why = strerrordesc_np(error);
    char line[4096 * ESCAPED];
    size_t used = (size_t)snprintf(line, 256, "(%d)%s: ", error,
                                   why ? why : "Unknown error");

    for (; *what && used < sizeof(line) - 2 * ESCAPED; what++)
        used += escape(line + used, (unsigned char)*what);
    line[used++] = '\n';
    /* There is no other way to report this. */
    if (write(2, line, used) < 0)
        _exit(NOT_STARTED);
    _exit(NOT_STARTED);
}

/* Descriptors that came in a message are never 0, 1 or 2: those are taken. */
static void take_files(const mh_request_t *request)
{
    for (int fd = 0; fd < 3; fd++)
        dup2(request->fds[fd], fd);
    /*
     * A file system that hangs must not keep descriptors of the manager open.
     */
    close_range(3, ~0U, 0);
}

static bool take_limit(__rlimit_resource_t resource, const uint64_t values[2])
{
    struct rlimit limit;

    if (values[0] == UINT64_MAX && values[1] == UINT64_MAX)
        return true;
    if (getrlimit(resource, &limit))
        return false;
    if (values[0] != UINT64_MAX)
        limit.rlim_cur = values[0];
    if (values[1] != UINT64_MAX)
        limit.rlim_max = values[1];
    return !setrlimit(resource, &limit);
}

/* limits: NULL leaves those of the pool. */
static void take_limits(const mh_wire_limits_t *limits)
{
    mh_privileges_restore_limits();
    if (!limits)
        return;
    if (!take_limit(RLIMIT_CPU, limits->cpu) ||
        !take_limit(RLIMIT_NPROC, limits->nproc) ||
        !take_limit(RLIMIT_AS, limits->memory))
        complain(errno, "setting of resource limits failed");
}

/*
 * A signal that a script sends to process 0 must not reach the manager or
 * another request. Nor may the script lead its group, or setsid() would fail;
 * under mod_cgi it does not. So the group's leader is a process that has ended
 * when the script begins. The kernel does not use the leader's number again
 * while the group has a member.
 */
static void take_group(void)
{
    pid_t leader = fork();
    siginfo_t info;

    if (leader == 0) {
        setpgid(0, 0);
        _exit(0);
    }
    if (leader > 0) {
        waitid(P_PID, (id_t)leader, &info, WEXITED | WNOWAIT);
        setpgid(0, leader);
        waitpid(leader, NULL, 0);
    }
    if (getpgrp() != leader)
        setpgid(0, 0);
}

/*
 * Runs in the new process. The kernel kills it when the manager dies, because
 * then no process would read the script's output, or end a script that ignores
 * TERM.
 */
static _Noreturn void execute_script(const mh_request_t *request, pid_t manager)
{
    const mh_wire_message_t *message = &request->message;
    const char *script = mh_wire_string(message, MH_TAG_SCRIPT);
    mh_wire_limits_t limits = { .ignored = 0 };
    bool limited = mh_wire_copy(message, MH_TAG_LIMITS, &limits,
                                sizeof(limits));
    char what[4096 + 128];
    const char *obstacle;
    int error;
    char **words;
    char **environment;

    take_group();
    take_files(request);
    mh_signals_reset(limits.ignored);
    if (!mh_exec_prep_go_beside(script))
        complain(errno, "change of working directory failed");
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != manager)
        _exit(NOT_STARTED);
    words = mh_exec_prep_words(script, &message->field[MH_TAG_ARGS]);
    environment = mh_exec_prep_words(NULL, &request->environ);
    if (!words || !environment)
        complain(errno, "no memory for the program's words");
    take_limits(limited ? &limits : NULL);
    mh_probe_exec(script);
    execve(script, words, environment);
    error = errno;
    obstacle = mh_obstacle(script, error);
    snprintf(what, sizeof(what), "exec of '%s' failed%s%s", script,
             *obstacle ? ": " : "", obstacle);
    complain(error, what);
}

void mh_exec_start(mh_job_t *job)
{
    mh_child_t *child = mh_child_new();
    pid_t manager = getpid();
    pid_t pid = child ? fork() : -1;
    char why[128];

    if (pid == 0)
        execute_script(&job->request, manager);
    if (pid > 0) {
        mh_counters_count(MH_COUNT_EXECUTED);
        mh_child_born(child, pid);
        mh_link_append(&children, &child->link);
        mh_serving_begin(job, child);
        return;
    }
    snprintf(why, sizeof(why), "no process for it: %s", strerror(errno));
    free(child);
    mh_job_refuse(job, MH_REASON_RESOURCES, why);
}

static uint64_t nanoseconds(const struct timeval *time)
{
    return (uint64_t)time->tv_sec * 1000000000U +
           (uint64_t)time->tv_usec * 1000U;
}

bool mh_exec_ended(pid_t pid, int status, const struct rusage *usage)
{
    mh_child_t *child = mh_child_find(pid);

    if (!child || child->zygote)
        return false;
    if (child->job && child->job->script)
        mh_process_events()->executed(child->job->script,
                                      nanoseconds(&usage->ru_utime) +
                                          nanoseconds(&usage->ru_stime));
    mh_child_ended(child, status);
    return true;
}
