/*
 * under_valgrind.c - a library for a pool's processes under valgrind: replaces
 * calls that valgrind 3.19 does not know.
 */
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef PR_SET_SYSCALL_USER_DISPATCH /* Linux 5.11 */
#define PR_SET_SYSCALL_USER_DISPATCH 59
#endif

/* argv[0] of the new program. */
#define FIRST_WORD "UNDER_VALGRIND_WORD"

extern char **environ;

int pidfd_open(pid_t pid, unsigned flags);

/* --- execution of the program itself --- */

/*
 * Valgrind sets argv[0] to the path. This constructor gets the same arguments
 * as main(), and sets it back. Valgrind's own program has more arguments.
 */
__attribute__((constructor)) static void set_first_word(int argc, char **argv)
{
    char *word = getenv(FIRST_WORD);

    if (argc != 1 || !word)
        return;
    argv[0] = strdup(word);
    unsetenv(FIRST_WORD);
}

/* Valgrind takes /proc/self/exe for its own program, but shows the right name
 * there. mehari-pool gives its own environment. */
int execve(const char *path, char *const words[], char *const environment[])
{
    char own[PATH_MAX];
    ssize_t size;

    if (strcmp(path, "/proc/self/exe") != 0)
        return (int)syscall(SYS_execve, path, words, environment);
    size = readlink(path, own, sizeof(own) - 1);
    if (size < 0 || setenv(FIRST_WORD, words[0], 1))
        return -1;
    own[size] = '\0';
    return (int)syscall(SYS_execve, own, words, environ);
}

/* --- system calls --- */

/*
 * A descriptor that is never readable, in place of a pidfd: it reports no end.
 */
int pidfd_open(pid_t pid, unsigned flags)
{
    (void)pid;
    (void)flags;
    return eventfd(0, EFD_CLOEXEC);
}

/*
 * No trap of system calls outside libc, because under valgrind all system calls
 * are. Linux before 5.11 has no trap either.
 */
long syscall(long number, ...)
{
    static long (*next)(long, ...);
    long words[6];
    va_list list;

    va_start(list, number);
    for (int i = 0; i < 6; i++)
        words[i] = va_arg(list, long);
    va_end(list);
    if (number == SYS_prctl && words[0] == PR_SET_SYSCALL_USER_DISPATCH) {
        errno = EINVAL;
        return -1;
    }
    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "syscall");
    return next(number, words[0], words[1], words[2], words[3], words[4],
                words[5]);
}
