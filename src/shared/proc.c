/*
 * proc.c - see proc.h.
 */
#include "shared/proc.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shared/rollup.h"
#include "shared/clock.h"

#define NS UINT64_C(1000000000)

/* Reads the beginning of a file of /proc; empty: it cannot be read. */
static const char *read_file(pid_t pid, const char *name, char *text,
                             size_t size)
{
    char path[64];
    ssize_t got = -1;
    int fd;

    snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        got = read(fd, text, size - 1);
        close(fd);
    }
    text[got > 0 ? got : 0] = '\0';
    return text;
}

static void look_at_memory(pid_t pid, uint64_t memory[3])
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    char text[128];
    unsigned long resident;
    unsigned long of_files;
    mh_rollup_t rollup;

    if (mh_rollup_read(pid, &rollup)) {
        memory[0] = rollup.unshared;
        memory[1] = rollup.shared;
        memory[2] = rollup.resident;
        return;
    }
    read_file(pid, "statm", text, sizeof(text));
    if (sscanf(text, "%*u %lu %lu", &resident, &of_files) != 2)
        return;
    memory[0] = (resident - of_files) * page;
    memory[1] = of_files * page;
    memory[2] = resident * page;
}

/* The first word after the name's bracket; the flags are the seventh: proc(5).
 */
char mh_proc_state(pid_t pid, unsigned long *flags)
{
    char text[512];
    char state = 'Z';
    const char *at = strrchr(read_file(pid, "stat", text, sizeof(text)), ')');

    *flags = 0;
    if (at)
        sscanf(at, ") %c %*d %*d %*d %*d %*d %lu", &state, flags);
    return state;
}

/* utime and stime are words 14 and 15, the start is 22: proc(5). */
bool mh_proc_times(pid_t pid, mh_status_process_t *figures)
{
    uint64_t tick = NS / (uint64_t)sysconf(_SC_CLK_TCK);
    unsigned long user;
    unsigned long kernel;
    unsigned long long start;
    char text[1024];
    const char *at = strrchr(read_file(pid, "stat", text, sizeof(text)), ')');

    if (!at || sscanf(at,
                      ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu "
                      "%*d %*d %*d %*d %*d %*d %llu",
                      &user, &kernel, &start) != 3)
        return false;
    figures->cpu = (user + kernel) * tick;
    figures->age = mh_clock(CLOCK_BOOTTIME);
    figures->age = figures->age > start * tick ? figures->age - start * tick
                                               : 0;
    return true;
}

/* The parent is word 4. */
bool mh_proc_origin(pid_t pid, mh_proc_origin_t *origin)
{
    char text[1024];
    int parent;
    const char *at = strrchr(read_file(pid, "stat", text, sizeof(text)), ')');

    if (!at || sscanf(at,
                      ") %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u "
                      "%*d %*d %*d %*d %*d %*d %llu",
                      &parent, &origin->start) != 2)
        return false;
    origin->parent = parent;
    return true;
}

bool mh_proc_look(pid_t pid, mh_status_process_t *figures)
{
    figures->cpu = figures->age = MH_STATUS_UNKNOWN;
    for (int i = 0; i < 3; i++)
        figures->memory[i] = MH_STATUS_UNKNOWN;
    if (pid <= 0 || !mh_proc_times(pid, figures))
        return false;
    look_at_memory(pid, figures->memory);
    return true;
}
