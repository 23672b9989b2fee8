/*
 * refuses.c - a library that httpd loads before libc. While a file exists,
 * fork() fails for the processes of managers, as on a system that has no more
 * processes. For t/attack/manager_not_forked.t.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

/* The thread's name while httpd forks a manager. */
#define MANAGER "mehari-pool"

typedef pid_t fork_fn(void);

pid_t fork(void)
{
    const char *file = getenv("REFUSES_WHILE");
    char name[16] = "";
    fork_fn *real;

    prctl(PR_GET_NAME, name);
    if (file && !strcmp(name, MANAGER) && !access(file, F_OK)) {
        errno = EAGAIN;
        return -1;
    }
    *(void **)&real = dlsym(RTLD_NEXT, "fork");
    return real();
}
