/*
 * size.c - see size.h.
 */
#include "shared/size.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "shared/rollup.h"

/* Above the descriptors that Perl code opens. */
#define HIGH 200

/*
 * /proc/self/statm. A fork opens the file again, because the open file shows
 * the process that opened it.
 */
static int statm = -1;

void mh_size_forked(void)
{
    if (statm >= 0)
        close(statm);
    statm = -1;
}

static bool read_pages(unsigned long pages[3])
{
    char text[128];
    ssize_t size;

    if (statm < 0) {
        int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);

        statm = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, HIGH);
        close(fd);
    }
    size = pread(statm, text, sizeof(text) - 1, 0);
    text[size > 0 ? size : 0] = '\0';
    return sscanf(text, "%lu %lu %lu", &pages[0], &pages[1], &pages[2]) == 3;
}

uint64_t mh_size_anonymous(void)
{
    unsigned long pages[3];

    if (!read_pages(pages))
        return 0;
    return (uint64_t)(pages[1] - pages[2]) * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Walks all pages, which costs as much as a fork. False: the kernel does not
 * say. */
static bool walk_pages(mh_size_t *size)
{
    unsigned long pages[3];
    mh_rollup_t rollup;

    if (!read_pages(pages) || !mh_rollup_read(getpid(), &rollup))
        return false;
    size->mapped = (uint64_t)pages[0] * (uint64_t)sysconf(_SC_PAGESIZE);
    size->shared = rollup.shared;
    size->unshared = rollup.unshared;
    return true;
}

static bool say(char *why, size_t room, const char *what, uint64_t is,
                const char *compared, uint64_t limit)
{
    snprintf(why, room, "%s %llu KB, %s %llu KB", what,
             (unsigned long long)is / 1024, compared,
             (unsigned long long)limit / 1024);
    return true;
}

static bool exceeds(const mh_size_limits_t *limits, const mh_size_t *size,
                    char *why, size_t room)
{
    if (limits->mapped && size->mapped > limits->mapped)
        return say(why, room, "it has mapped", size->mapped, "more than",
                   limits->mapped);
    if (limits->unshared && size->unshared > limits->unshared)
        return say(why, room, "its own memory is", size->unshared, "more than",
                   limits->unshared);
    if (limits->shared && size->shared < limits->shared)
        return say(why, room, "it shares", size->shared, "less than",
                   limits->shared);
    return false;
}

bool mh_size_is_too_large(const mh_size_limits_t *limits, uint64_t served,
                          char *why, size_t room)
{
    mh_size_t size;

    if (!limits->mapped && !limits->unshared && !limits->shared)
        return false;
    if (limits->every && served % limits->every)
        return false;
    return walk_pages(&size) && exceeds(limits, &size, why, room);
}
