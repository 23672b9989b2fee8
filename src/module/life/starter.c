/*
 * starter.c - see starter.h.
 */
#include "module/life/starter.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pid_t starter;
static int report = -1; /* pipe's end to read */
static int child = -1;  /* pipe's end to write, of which the child has a copy */

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* httpd opens /dev/null in the place of standard handles that are closed. */
static int above_standard(int fd)
{
    int above = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

    close(fd);
    return above;
}

/*
 * Called by exit(), with which apr_proc_detach() ends the process. The child
 * may end in any way, so the end of the pipe means failure.
 */
static void wait_for_child(void)
{
    char byte;
    ssize_t got;

    if (child < 0 || getpid() != starter)
        return;
    close_end(&child);
    do
        got = read(report, &byte, 1);
    while (got < 0 && errno == EINTR);
    if (got == 1)
        return;
    fflush(NULL);
    _exit(EXIT_FAILURE);
}

void mh_starter_wait(void)
{
    static bool registered;
    int ends[2];

    if (!registered)
        registered = atexit(wait_for_child) == 0;
    if (!registered || child >= 0 || pipe(ends) != 0)
        return;
    starter = getpid();
    report = above_standard(ends[0]);
    child = above_standard(ends[1]);
}

void mh_starter_serves(void)
{
    ssize_t written;

    /*
     * A killed process never waits here, because it has the reading end, too.
     */
    do
        written = child >= 0 ? write(child, "", 1) : 1;
    while (written < 0 && errno == EINTR);
    mh_starter_forget();
}

void mh_starter_forget(void)
{
    close_end(&child);
    close_end(&report);
}
