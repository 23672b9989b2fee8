/*
 * expected.c - see expected.h.
 */
#include "pool/rollback/expected.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

#include "pool/rollback/image.h"
#include "pool/rollback/known.h"
#include "pool/rollback/pagemap.h"
#include "pool/rollback/raw.h"
#include "pool/rollback/tracker.h"
#include "shared/compat.h"

#define LIST_BYTES (2 * MH_PAGE)

/* Ranges that fit, and pages of one. */
#define RANGES (LIST_BYTES / sizeof(uint64_t) - 1)
#define RANGE_PAGES 0xfffU

/* Nobody can take pages from under the list. */
#define SEALS (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL)

struct mh_expected_t {
    atomic_uint told; /* a process has begun to write the list */
    uint32_t count;
    uint64_t range[RANGES]; /* address of its first page, and number of pages */
};

_Static_assert(sizeof(struct mh_expected_t) == LIST_BYTES, "whole pages");

void mh_rollback_expect(void)
{
    mh_room_t *room = mh_room;
    mh_image_t image;
    long list = -1;

    if (!room || room->expected)
        return;
    if (!mh_image_begin(&image, "mehari-expected") &&
        !mh_raw3(SYS_ftruncate, image.fd, LIST_BYTES, 0) &&
        !mh_raw3(SYS_fcntl, image.fd, F_ADD_SEALS, SEALS))
        list = mh_raw6(SYS_mmap, 0, LIST_BYTES, PROT_READ | PROT_WRITE,
                       MAP_SHARED, image.fd, 0);
    mh_image_close(&image);
    if (list < 0)
        return;
    room->expected = (void *)list;
    room->own[room->own_count].start = (uintptr_t)list;
    room->own[room->own_count++].end = (uintptr_t)list + LIST_BYTES;
}

/* --- in the fork --- */

void mh_expected_keep_from_children(mh_room_t *room)
{
    if (room && room->expected)
        mh_raw3(SYS_madvise, mh_raw_pointer(room->expected), LIST_BYTES,
                MADV_DONTFORK);
}

static void add(struct mh_expected_t *list, uintptr_t start, uintptr_t end)
{
    uint64_t pages = (end - start) >> MH_PAGE_SHIFT;

    if (list->count < RANGES && pages <= RANGE_PAGES)
        list->range[list->count++] = start | pages;
}

/* Pages of the fork's own that no other process has, too. */
static void add_mapping(mh_room_t *room, const mh_mapping_t *mapping)
{
    uintptr_t at = mapping->start;
    uintptr_t start = at;

    while (at < mapping->end) {
        uint32_t count = mh_pagemap_read(room, at, mapping->end);

        for (uint32_t i = 0; i < count; i++, at += MH_PAGE) {
            if (mh_pagemap_is_own(room->buffer[i]) &&
                mh_pagemap_is_alone(room->buffer[i]))
                continue;
            if (start < at)
                add(room->expected, start, at);
            start = at + MH_PAGE;
        }
    }
    if (start < at)
        add(room->expected, start, at);
}

void mh_rollback_written(void)
{
    mh_room_t *room = mh_room;

    if (!room || !room->expected || room->made ||
        atomic_exchange(&room->expected->told, 1))
        return;
    room->pagemap = mh_room_open_own(room, "/proc/self/pagemap", O_RDONLY);
    if (room->pagemap < 0 || mh_known_mappings(room, &room->now, false))
        return;
    for (uint32_t i = 0; i < room->now.count; i++)
        if (mh_mapping_is_put_back(&room->now.at[i]))
            add_mapping(room, &room->now.at[i]);
}

/* --- in a template --- */

/* Writes to a page through the kernel, so that the kernel finds it written. */
static void use(mh_room_t *room, uintptr_t start, uintptr_t end)
{
    uint32_t i = mh_mapping_find(&room->mappings, start);
    const mh_mapping_t *mapping = &room->mappings.at[i];

    if (i == room->mappings.count || start < mapping->start ||
        end > mapping->end || !mh_mapping_is_put_back(mapping) ||
        mh_raw3(SYS_madvise, (long)start, (long)(end - start),
                MADV_POPULATE_WRITE))
        return;
    memset(mh_room_heat(room, mapping, start), MH_HOT,
           (end - start) >> MH_PAGE_SHIFT);
}

/* A run may map something else there, which is put back as any memory. */
static void leave(mh_room_t *room)
{
    uintptr_t at = (uintptr_t)room->expected;

    mh_raw3(SYS_munmap, (long)at, LIST_BYTES, 0);
    room->expected = NULL;
    for (int i = 0; i < room->own_count; i++)
        if (room->own[i].start == at)
            room->own[i] = room->own[--room->own_count];
}

/* Code of users may have written to the list, and may write to it now. */
void mh_expected_use(mh_room_t *room)
{
    const volatile struct mh_expected_t *list = room->expected;
    uint32_t count = list && room->tracker->protect ? list->count : 0;

    for (uint32_t i = 0; i < count && i < RANGES; i++) {
        uint64_t range = list->range[i];
        uintptr_t start = range & ~(MH_PAGE - 1);

        use(room, start, start + ((range & RANGE_PAGES) << MH_PAGE_SHIFT));
    }
    if (list)
        leave(room);
}
