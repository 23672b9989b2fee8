/*
 * measure.c - finds which trackers work here, and which of them is fastest.
 *
 * Each is tried on some memory of this process alone, with known writes.
 */
#include "pool/rollback/rollback.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pool/rollback/restore.h"
#include "pool/rollback/tracker.h"
#include "shared/clock.h"

/* Fewer pages than any script has: comparing is slower than measured here. */
#define PAGES 256
#define WRITTEN 32
#define ROUNDS 13
#define WARM 3

/* A template's parts, without the program. */
typedef struct mh_ground_t {
    mh_room_t *room;
    char *memory;
    char *copy;
    uint32_t *source;
} mh_ground_t;

static void *map(size_t size)
{
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return at == MAP_FAILED ? NULL : at;
}

static void unmap(void *at, size_t size)
{
    if (at)
        munmap(at, size);
}

static void leave(mh_ground_t *ground)
{
    if (ground->room) {
        const int fds[] = { ground->room->uffd, ground->room->clear_refs,
                            ground->room->pagemap };

        for (int i = 0; i < 3; i++)
            if (fds[i] >= 0)
                close(fds[i]);
    }
    unmap(ground->memory, PAGES * MH_PAGE);
    unmap(ground->copy, PAGES * MH_PAGE);
    unmap(ground->source, PAGES * (sizeof(uint32_t) + 1));
    unmap(ground->room, sizeof(*ground->room));
}

static void fill(mh_ground_t *ground)
{
    mh_room_t *room = ground->room;

    room->uffd = room->clear_refs = -1;
    room->pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    room->mappings.count = 1;
    room->mappings.at[0] = (mh_mapping_t){
        .start = (uintptr_t)ground->memory,
        .end = (uintptr_t)ground->memory + PAGES * MH_PAGE,
        .access = PROT_READ | PROT_WRITE,
    };
    room->pages = PAGES;
    room->source = ground->source;
    room->heat = (unsigned char *)(ground->source + PAGES);
    room->copy = ground->copy;
    for (uint32_t i = 0; i < PAGES; i++) {
        ground->source[i] = i;
        memset(ground->memory + i * MH_PAGE, 1, MH_PAGE);
        memset(ground->copy + i * MH_PAGE, 1, MH_PAGE);
    }
}

static bool make(mh_ground_t *ground)
{
    ground->room = map(sizeof(*ground->room));
    ground->memory = map(PAGES * MH_PAGE);
    ground->copy = map(PAGES * MH_PAGE);
    ground->source = map(PAGES * (sizeof(uint32_t) + 1));
    if (!ground->room)
        return false;
    ground->room->uffd = ground->room->clear_refs = ground->room->pagemap = -1;
    if (!ground->memory || !ground->copy || !ground->source)
        return false;
    fill(ground);
    return true;
}

/* Writes as a run does. False: the previous run's data is still there. */
static bool write_pages(char *memory)
{
    for (int i = 0; i < WRITTEN; i++) {
        char *page = memory + (size_t)i * (PAGES / WRITTEN) * MH_PAGE;

        if (page[0] != 1)
            return false;
        memset(page, 2, 64);
    }
    return true;
}

/*
 * NULL and the time of a round, or why the tracker does not work. The time is
 * that of the shortest of several rounds, because other work on the machine
 * only makes rounds longer.
 */
static const char *try_rounds(const mh_ground_t *ground,
                              const mh_tracker_t *tracker, uint64_t *took)
{
    mh_room_t *room = ground->room;
    const char *why;

    room->tracker = tracker;
    *took = UINT64_MAX;
    why = tracker->start(room);
    for (int i = 0; i < ROUNDS && !why; i++) {
        uint64_t began = mh_clock(CLOCK_MONOTONIC);

        if (!write_pages(ground->memory))
            return "a page was not restored";
        room->figures.runs++;
        why = mh_restore_written(room);
        if (i >= WARM && mh_clock(CLOCK_MONOTONIC) - began < *took)
            *took = mh_clock(CLOCK_MONOTONIC) - began;
    }
    return why;
}

static void measure(mh_tracker_e tracker, mh_rollback_report_t *report)
{
    mh_ground_t ground = { 0 };
    const char *why = "there is no memory to try it";
    uint64_t took = 0;

    if (mh_room_impossible())
        why = mh_room_impossible();
    else if (make(&ground))
        why = try_rounds(&ground, mh_tracker(tracker), &took);
    leave(&ground);
    if (why)
        snprintf(report->why[tracker], sizeof(report->why[tracker]), "%s", why);
    else
        report->nanoseconds[tracker] = (uint32_t)took + 1;
}

mh_tracker_e mh_rollback_measure(mh_rollback_report_t *report)
{
    mh_tracker_e best = MH_TRACKERS;
    int saved = errno;

    memset(report, 0, sizeof(*report));
    for (mh_tracker_e i = 0; i < MH_TRACKERS; i++) {
        measure(i, report);
        if (report->nanoseconds[i] &&
            (best == MH_TRACKERS ||
             report->nanoseconds[i] < report->nanoseconds[best]))
            best = i;
    }
    errno = saved;
    return best;
}
