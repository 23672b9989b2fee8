/*
 * rest.c - see rest.h.
 */
#include "pool/rollback/rest.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "pool/rollback/inherit.h"
#include "pool/rollback/raw.h"
#include "pool/rollback/restore.h"
#include "shared/compat.h"

/* Of the linker: end(3). */
extern char __data_start[];
extern char _end[];

/* Neighbouring pages of one mapping. */
typedef void visit_t(mh_room_t *room, const mh_mapping_t *mapping,
                     uintptr_t start, uintptr_t end);
/* True for a page that is to be visited. */
typedef bool is_one_t(const mh_room_t *room, uint32_t page, uintptr_t address);

/* A page of the copy, or one that a run has written to. */
static bool takes_memory(const mh_room_t *room, uint32_t page)
{
    uint32_t source = room->source[page];

    return room->heat[page] || source < MH_LAYER_PAGE;
}

/* Static variables of this program: the template needs them. */
static bool is_programs(uintptr_t page)
{
    return page + MH_PAGE > (uintptr_t)__data_start && page < (uintptr_t)_end;
}

static bool can_be_given(const mh_room_t *room, uint32_t page,
                         uintptr_t address)
{
    return takes_memory(room, page) && !is_programs(address) &&
           mh_room_page_is_same(room, page, address);
}

static bool is_given(const mh_room_t *room, uint32_t page, uintptr_t address)
{
    return room->heat[page] & MH_GIVEN;
}

static void visit_mapping(mh_room_t *room, const mh_mapping_t *mapping,
                          is_one_t *is_one, visit_t *visit)
{
    uintptr_t start = mapping->start;
    uint32_t page = mapping->first;

    for (uintptr_t at = start; at < mapping->end; at += MH_PAGE, page++) {
        if (is_one(room, page, at))
            continue;
        if (start < at)
            visit(room, mapping, start, at);
        start = at + MH_PAGE;
    }
    if (start < mapping->end)
        visit(room, mapping, start, mapping->end);
}

/* The kernel makes a stack larger by itself, and reads the command line. */
static bool can_rest(const mh_room_t *room, const mh_mapping_t *mapping)
{
    return mh_mapping_is_put_back(mapping) && !mapping->stack &&
           (room->apart < mapping->start || room->apart >= mapping->end);
}

static void visit_all(mh_room_t *room, is_one_t *is_one, visit_t *visit)
{
    for (uint32_t i = 0; i < room->mappings.count; i++) {
        const mh_mapping_t *mapping = &room->mappings.at[i];

        if (can_rest(room, mapping))
            visit_mapping(room, mapping, is_one, visit);
    }
}

static void mark(mh_room_t *room, const mh_mapping_t *mapping, uintptr_t start,
                 uintptr_t end, bool given)
{
    unsigned char *heat = mh_room_heat(room, mapping, start);

    for (; start < end; start += MH_PAGE, heat++)
        *heat = (unsigned char)(given ? *heat | MH_GIVEN : *heat & ~MH_GIVEN);
}

/* Locked memory cannot be given. The marks come first, because the process may
 * be killed here, and leaves the rest to its template. */
static void give(mh_room_t *room, const mh_mapping_t *mapping, uintptr_t start,
                 uintptr_t end)
{
    mark(room, mapping, start, end, true);
    if (mh_raw3(SYS_madvise, (long)start, (long)(end - start), MADV_DONTNEED))
        mark(room, mapping, start, end, false);
}

/* To fault in page by page would take three times as long. */
static void take(mh_room_t *room, const mh_mapping_t *mapping, uintptr_t start,
                 uintptr_t end)
{
    mh_raw3(SYS_madvise, (long)start, (long)(end - start), MADV_POPULATE_WRITE);
    mh_restore_pages(room, mapping, start, end);
    mark(room, mapping, start, end, false);
    mh_restore_look_clean(room, mapping, start, end);
}

/* A page of the layer, which comes from that file again. A page of zeros does
 * not: in its place, the file has what was there before. */
static bool is_unused(const mh_room_t *room, uint32_t page, uintptr_t address)
{
    uint32_t source = room->source[page];

    return source != MH_NO_PAGE && source & MH_LAYER_PAGE &&
           !room->heat[page] && !is_programs(address);
}

static void unmap(mh_room_t *room, const mh_mapping_t *mapping, uintptr_t start,
                  uintptr_t end)
{
    mh_raw3(SYS_madvise, (long)start, (long)(end - start), MADV_DONTNEED);
}

void mh_rest_unmap_layer(mh_room_t *room)
{
    visit_all(room, is_unused, unmap);
}

/* True if a descriptor has something, or is closed. */
static bool wait_for(const mh_room_t *room, int milliseconds)
{
    struct pollfd waiting[MH_REST_FDS];
    struct timespec patience = {
        .tv_sec = milliseconds / 1000,
        .tv_nsec = milliseconds % 1000 * 1000000L,
    };
    long ready;

    for (int i = 0; i < MH_REST_FDS; i++)
        waiting[i] = (struct pollfd){ .fd = room->rest_fds[i],
                                      .events = POLLIN };
    do
        ready = mh_raw6(SYS_ppoll, mh_raw_pointer(waiting), MH_REST_FDS,
                        milliseconds < 0 ? 0 : mh_raw_pointer(&patience), 0, 0,
                        0);
    while (ready == -EINTR);
    return ready != 0;
}

void mh_rest_end(mh_room_t *room)
{
    if (!room->rests)
        return;
    visit_all(room, is_given, take);
    room->rests = false;
    mh_restore_mark(room);
}

void mh_rest(mh_room_t *room)
{
    if (wait_for(room, room->rest_patience))
        return;
    room->rests = true;
    visit_all(room, can_be_given, give);
    room->figures.rests++;
    wait_for(room, -1);
    mh_rest_end(room);
}

/* A process with libc's code in it, which the kernel writes to by itself. */
static void rest(void *context)
{
    uint64_t all = ~0ULL;
    uint64_t mask = 0;

    mh_raw6(SYS_rt_sigprocmask, SIG_SETMASK, mh_raw_pointer(&all),
            mh_raw_pointer(&mask), MH_SIGNAL_BYTES, 0, 0);
    mh_inherit_leave();
    mh_rest(mh_room);
    mh_inherit_enter();
    mh_raw6(SYS_rt_sigprocmask, SIG_SETMASK, mh_raw_pointer(&mask), 0,
            MH_SIGNAL_BYTES, 0, 0);
}

void mh_rollback_rest(const int fds[MH_REST_FDS], int patience)
{
    mh_room_t *room = mh_room;

    if (!room || !room->made)
        return;
    memcpy(room->rest_fds, fds, sizeof(room->rest_fds));
    room->rest_patience = patience;
    mh_room_call(room, &room->resting, rest, NULL);
    room->rest_patience = -1; /* runs of templates ask for themselves */
}

void mh_rollback_rest_runs(int fd, int patience)
{
    mh_room->rest_fds[0] = fd;
    mh_room->rest_fds[1] = -1;
    mh_room->rest_patience = patience;
}
