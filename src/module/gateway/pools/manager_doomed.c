/*
 * manager_doomed.c - see manager_doomed.h.
 */
#include "module/gateway/pools/manager_doomed.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* More than /proc/PID/status has up to the signals. */
#define STATUS_MAX 4096

static bool read_status(pid_t pid, char text[STATUS_MAX])
{
    ssize_t size;
    int fd;

    snprintf(text, STATUS_MAX, "/proc/%d/status", (int)pid);
    fd = open(text, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    size = read(fd, text, STATUS_MAX - 1);
    close(fd);
    text[size > 0 ? size : 0] = '\0';
    return size > 0;
}

/* The value of a line; NULL: there is no such line. */
static const char *value_of(const char *text, const char *name)
{
    const char *at = strstr(text, name);

    return at ? at + strlen(name) : NULL;
}

bool mh_manager_doomed(pid_t pid)
{
    char text[STATUS_MAX];
    const char *state;
    const char *pending;

    if (!read_status(pid, text))
        return false;
    state = value_of(text, "\nState:\t");
    pending = value_of(text, "\nShdPnd:\t");
    return state && state[0] == 'D' && pending &&
           strtoull(pending, NULL, 16) & 1ULL << (SIGKILL - 1);
}
