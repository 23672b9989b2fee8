/*
 * tracker_soft_dirty.c - a bit of each page's entry, which the kernel sets at
 * the first write after all were cleared. These bits can only be cleared all
 * together. So a page once written is put back after each run until clearing is
 * worth its time.
 */
#include "pool/rollback/tracker.h"

#include <fcntl.h>

#include "pool/rollback/raw.h"

#define SOFT_DIRTY (1ULL << 55)
#define SWAPPED (1ULL << 62)
#define CHUNK 8192

static const char *clear(mh_room_t *room)
{
    return mh_raw6(SYS_pwrite64, room->clear_refs, mh_raw_pointer("4"), 1, 0, 0,
                   0) == 1
               ? NULL
               : "soft-dirty bits cannot be cleared (/proc/self/clear_refs)";
}

static uint64_t entry_of(mh_room_t *room, uintptr_t address)
{
    uint64_t entry = 0;

    mh_raw6(SYS_pread64, room->pagemap, mh_raw_pointer(&entry), sizeof(entry),
            (long)(address >> MH_PAGE_SHIFT) * 8, 0, 0);
    return entry;
}

/* Kernels without soft-dirty bits have the file, and accept the write. */
static const char *start(mh_room_t *room)
{
    volatile uint64_t *probe = &room->buffer[0];
    const char *why;
    uint64_t before;

    room->clear_refs = mh_room_open_own(room, "/proc/self/clear_refs",
                                        O_WRONLY);
    if (room->clear_refs < 0)
        return "/proc/self/clear_refs cannot be opened";
    *probe = 1;
    why = clear(room);
    if (why)
        return why;
    before = entry_of(room, (uintptr_t)probe);
    *probe = 2;
    if (before & SOFT_DIRTY || !(entry_of(room, (uintptr_t)probe) & SOFT_DIRTY))
        return "the kernel has no soft-dirty bits";
    return NULL;
}

static void emit_dirty(mh_room_t *room, mh_emit_t *emit, uintptr_t start,
                       uint32_t count)
{
    uint32_t first = count;

    for (uint32_t i = 0; i <= count; i++) {
        bool dirty = i < count && room->buffer[i] & (SOFT_DIRTY | SWAPPED);

        if (dirty && first == count)
            first = i;
        if (dirty || first == count)
            continue;
        emit(room, start + first * MH_PAGE, start + i * MH_PAGE);
        first = count;
    }
}

static const char *find(mh_room_t *room, mh_emit_t *emit)
{
    for (uint32_t i = 0; i < room->mappings.count; i++) {
        const mh_mapping_t *mapping = &room->mappings.at[i];
        uintptr_t at = mapping->start;

        while (mh_mapping_is_put_back(mapping) && at < mapping->end) {
            uint64_t left = (mapping->end - at) >> MH_PAGE_SHIFT;
            uint32_t count = left < CHUNK ? (uint32_t)left : CHUNK;

            if (mh_raw6(SYS_pread64, room->pagemap,
                        mh_raw_pointer(room->buffer), count * 8L,
                        (long)(at >> MH_PAGE_SHIFT) * 8, 0, 0) != count * 8L)
                return "/proc/self/pagemap cannot be read";
            emit_dirty(room, emit, at, count);
            at += count * MH_PAGE;
        }
    }
    return NULL;
}

static const char *adopt(mh_room_t *room, uintptr_t from, uintptr_t to)
{
    return NULL; /* new mappings are dirty */
}

static const char *settle(mh_room_t *room, uint64_t found)
{
    if (!room->least || found < room->least)
        room->least = found;
    if (found <= room->least * 2 + 64 && room->figures.runs % 256)
        return NULL;
    room->least = 0;
    return clear(room);
}

const mh_tracker_t mh_tracker_soft_dirty = {
    .start = start,
    .find = find,
    .adopt = adopt,
    .settle = settle,
    .marks = true,
};
