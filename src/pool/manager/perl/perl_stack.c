/*
 * perl_stack.c - see perl_stack.h.
 */
#include "pool/manager/perl/perl_stack.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "pool/rollback/rollback.h"
#include "shared/perl/stack.h"

/* Looks, a millisecond apart. */
#define LOOKS 100

static const char *read_file(const char *path, char *text, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : read(fd, text, size - 1);

    if (fd >= 0)
        close(fd);
    text[got > 0 ? got : 0] = '\0';
    return text;
}

/*
 * A copy can be opened and read from when it has its own name. A zombie is an
 * earlier copy, whose death the template has not noticed yet.
 */
static bool is_copy(pid_t pid)
{
    static const char name[] = " (" MH_ROLLBACK_COPY ") ";
    char path[64];
    char text[256];
    const char *found;

    snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
    found = strstr(read_file(path, text, sizeof(text)), name);
    return found && found[sizeof(name) - 1] != 'Z';
}

/* 0: there is none. */
static pid_t find_copy(pid_t template)
{
    char path[64];
    char text[256];
    const char *at = text;
    char *next;
    long pid;

    snprintf(path, sizeof(path), "/proc/%d/task/%d/children", (int)template,
             (int)template);
    read_file(path, text, sizeof(text));
    while ((pid = strtol(at, &next, 10)) > 1 && pid <= INT32_MAX) {
        if (is_copy((pid_t)pid))
            return (pid_t)pid;
        at = next;
    }
    return 0;
}

static pid_t ask_for_copy(pid_t template)
{
    struct timespec pause = { .tv_nsec = 1000000 };
    pid_t copy = 0;

    if (kill(template, MH_ROLLBACK_LOOK))
        return 0;
    for (int i = 0; i < LOOKS && !copy; i++) {
        nanosleep(&pause, NULL);
        copy = find_copy(template);
    }
    return copy;
}

void mh_perl_stack_read(const mh_child_t *child, char *stack, size_t size)
{
    pid_t pid = mh_child_process(child);
    pid_t copy = 0;

    *stack = '\0';
    if (pid <= 0 || child->pid <= 0 || !child->perl)
        return;
    if (pid != child->pid && child->tracker < MH_TRACKERS)
        pid = copy = ask_for_copy(child->pid);
    if (pid > 0)
        mh_stack_read(pid, child->perl, stack, size);
    if (copy)
        kill(copy, SIGKILL);
}
