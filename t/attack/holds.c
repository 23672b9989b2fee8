/*
 * holds.c - holds a process where it is about to send its next message by
 * sendmsg(), as a machine with much other work may. For t/attack/late_report.t
 * and t/status/late_answer.t.
 *
 *     holds PID MS
 *
 * Prints "waits", "held" when the process is held, and "let go" after so many
 * milliseconds.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

static bool is_sending(pid_t pid)
{
    struct __ptrace_syscall_info info;

    return ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof(info), &info) > 0 &&
           info.op == PTRACE_SYSCALL_INFO_ENTRY && info.entry.nr == SYS_sendmsg;
}

/* False: the process has ended. */
static bool go_on(pid_t pid)
{
    int status;

    return !ptrace(PTRACE_SYSCALL, pid, 0, 0) &&
           waitpid(pid, &status, __WALL) == pid && WIFSTOPPED(status);
}

int main(int count, char **words)
{
    pid_t pid = count == 3 ? (pid_t)strtol(words[1], NULL, 10) : 0;
    long ms = count == 3 ? strtol(words[2], NULL, 10) : 0;
    struct timespec time = { ms / 1000, ms % 1000 * 1000000 };
    int status;

    if (pid <= 1 || ptrace(PTRACE_SEIZE, pid, 0, PTRACE_O_TRACESYSGOOD) ||
        ptrace(PTRACE_INTERRUPT, pid, 0, 0) ||
        waitpid(pid, &status, __WALL) != pid)
        return 2;
    puts("waits");
    fflush(stdout);
    while (!is_sending(pid))
        if (!go_on(pid))
            return 3;
    puts("held");
    fflush(stdout);
    nanosleep(&time, NULL);
    ptrace(PTRACE_DETACH, pid, 0, 0);
    puts("let go");
    return 0;
}
