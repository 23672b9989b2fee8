/*
 * rollup.c - see rollup.h.
 */
#include "shared/rollup.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t bytes(const char *text, const char *name)
{
    const char *at = strstr(text, name);

    return at ? strtoull(at + strlen(name), NULL, 10) * 1024 : 0;
}

bool mh_rollup_read(pid_t pid, mh_rollup_t *rollup)
{
    char text[4096];
    ssize_t got = -1;
    int fd;

    snprintf(text, sizeof(text), "/proc/%d/smaps_rollup", (int)pid);
    fd = open(text, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        got = read(fd, text, sizeof(text) - 1);
        close(fd);
    }
    if (got <= 0)
        return false;
    text[got] = '\0';
    rollup->unshared = bytes(text, "\nPrivate_Clean:") +
                       bytes(text, "\nPrivate_Dirty:");
    rollup->shared = bytes(text, "\nShared_Clean:") +
                     bytes(text, "\nShared_Dirty:");
    rollup->resident = bytes(text, "\nRss:");
    rollup->anonymous = bytes(text, "\nAnonymous:");
    return true;
}
