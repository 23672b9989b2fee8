/*
 * refuses.c - loaded into httpd ahead of libc: refuses it the processes of
 * managers, as a system with no more processes does, while a file exists. For
 * t/attack/manager_not_forked.t.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

/* The name that httpd has while it forks for a manager. */
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
