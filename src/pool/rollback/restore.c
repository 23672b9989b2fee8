/*
 * restore.c - see restore.h.
 */
#include "pool/rollback/restore.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include "pool/rollback/change.h"
#include "pool/rollback/raw.h"
#include "pool/rollback/rest.h"
#include "pool/rollback/tracker.h"
#include "shared/compat.h"
#include "shared/clock.h"

/*
 * Larger runs of zero pages are given back to the kernel. For smaller ones,
 * clearing is better: it costs a tenth of the page fault for a new page. The
 * end of the heap that mh_rollback_prepare() makes is smaller than this.
 */
#define MANY_ZEROS 512

/* Pages without a copy are zeros; to clear many would allocate them. */
static void clear_pages(uintptr_t start, uintptr_t end)
{
    if ((end - start) >> MH_PAGE_SHIFT <= MANY_ZEROS ||
        mh_raw3(SYS_madvise, (long)start, (long)(end - start), MADV_DONTNEED))
        memset((void *)start, 0, end - start);
}

void mh_restore_pages(mh_room_t *room, const mh_mapping_t *mapping,
                      uintptr_t start, uintptr_t end)
{
    const uint32_t *source = room->source + mapping->first +
                             ((start - mapping->start) >> MH_PAGE_SHIFT);
    bool shared_zero = mapping->file == 0;
    char *first = (char *)start;

    while (start < end) {
        uintptr_t next = start;
        const char *from = mh_room_content(room, *source);

        if (!from) {
            while (next < end && *source == MH_NO_PAGE) {
                next += MH_PAGE;
                source++;
            }
            if (shared_zero)
                clear_pages(start, next);
            else
                memset((void *)start, 0, next - start);
        } else {
            memcpy((void *)start, from, MH_PAGE);
            next += MH_PAGE;
            source++;
        }
        start = next;
    }
    /* arm64 would go on with the instructions that it has read before. */
    if (mapping->access & PROT_EXEC)
        __builtin___clear_cache(first, (char *)end);
}

/* --- pages that a tracker has found --- */

/* State of the present round; on the template's stack. */
typedef struct mh_round_t {
    uint32_t mapping; /* mapping of the last page */
    uint64_t pages;
    bool marked; /* the witness was found */
    const char *why;
} mh_round_t;

static mh_round_t *round_of(mh_room_t *room)
{
    return (mh_round_t *)(void *)room->line;
}

/* The tracker is at fault, whatever the run has done. */
static const char *failed(mh_room_t *room, const char *why)
{
    if (why)
        room->failed = true;
    return why;
}

const char *mh_restore_look_clean(mh_room_t *room, const mh_mapping_t *mapping,
                                  uintptr_t start, uintptr_t end)
{
    const unsigned char *heat = mh_room_heat(room, mapping, start);
    const char *why = NULL;

    while (room->tracker && room->tracker->protect && start < end && !why) {
        uintptr_t next = start;

        for (; next < end && *heat < MH_HOT; next += MH_PAGE)
            heat++;
        if (next > start)
            why = failed(room, room->tracker->protect(room, start, next));
        for (; next < end && *heat >= MH_HOT; next += MH_PAGE)
            heat++;
        start = next;
    }
    return why;
}

static void heat_up(mh_room_t *room, const mh_mapping_t *mapping,
                    uintptr_t start, uintptr_t end)
{
    unsigned char *heat = mh_room_heat(room, mapping, start);

    for (; start < end; start += MH_PAGE, heat++) {
        room->figures.faults += room->tracker->protect && *heat < MH_HOT;
        *heat += *heat < MH_HOT;
    }
}

static bool has_witness(const mh_room_t *room, uintptr_t start, uintptr_t end)
{
    uintptr_t at = (uintptr_t)room->witness;

    return start <= at && at < end;
}

void mh_restore_mark(mh_room_t *room)
{
    if (room->witness)
        *room->witness = *room->witness;
}

static void put_back(mh_room_t *room, uintptr_t start, uintptr_t end)
{
    mh_round_t *round = round_of(room);

    if (has_witness(room, start, end))
        round->marked = true;
    while (start < end && !round->why) {
        const mh_mapping_t *mapping = &room->mappings.at[round->mapping];
        uintptr_t stop;

        if (mapping->end <= start || mapping->start > start) {
            round->mapping = mh_mapping_find(&room->mappings, start);
            mapping = &room->mappings.at[round->mapping];
        }
        stop = end < mapping->end ? end : mapping->end;
        if (round->mapping == room->mappings.count || mapping->start > start ||
            !mh_mapping_is_put_back(mapping)) {
            round->why = "memory outside the checkpoint was written";
            return;
        }
        round->pages += (stop - start) >> MH_PAGE_SHIFT;
        mh_restore_pages(room, mapping, start, stop);
        round->why = mh_restore_look_clean(room, mapping, start, stop);
        heat_up(room, mapping, start, stop);
        start = stop;
    }
}

const char *mh_restore_written(mh_room_t *room)
{
    mh_round_t *round = round_of(room);
    const char *why;

    memset(round, 0, sizeof(*round));
    why = failed(room, room->tracker->find(room, put_back));
    room->figures.pages += round->pages;
    if (!why)
        why = round->why;
    if (!why && room->tracker->marks && room->witness && !round->marked)
        why = "another process has cleared the marks of written memory";
    if (!why && room->tracker->settle)
        why = failed(room, room->tracker->settle(room, round->pages));
    return why;
}

/* --- the rest of the address space --- */

static long read_setting(const mh_setting_t *setting, char *text, size_t size)
{
    if (setting->fd < 0)
        return 0;
    return mh_raw6(SYS_pread64, setting->fd, mh_raw_pointer(text), (long)size,
                   0, 0, 0);
}

void mh_restore_know_settings(mh_room_t *room)
{
    static const char *const files[MH_SETTINGS] = {
        "/proc/self/oom_score_adj",
        "/proc/self/coredump_filter",
    };

    for (int i = 0; i < MH_SETTINGS; i++) {
        mh_setting_t *setting = &room->settings[i];

        setting->fd = mh_room_open(room, files[i]);
        setting->size = read_setting(setting, setting->text,
                                     sizeof(setting->text));
    }
}

/*
 * False if a run has changed such a setting. Then the template ends, because it
 * may not be allowed to change the setting back.
 */
static bool settings_are_the_same(const mh_room_t *room)
{
    for (int i = 0; i < MH_SETTINGS; i++) {
        const mh_setting_t *setting = &room->settings[i];
        char now[sizeof(setting->text)];
        long size = read_setting(setting, now, sizeof(now));

        if (size != setting->size ||
            (size > 0 && memcmp(now, setting->text, (size_t)size) != 0))
            return false;
    }
    return true;
}

/*
 * Checks or restores properties that belong to the memory, which the template
 * and all its runs share: settings in /proc, whether other processes may look
 * at the memory, locks. Also checks read-only memory: a run cannot write to it,
 * but its children can.
 */
static const char *put_back_flags(mh_room_t *room)
{
    if (!settings_are_the_same(room))
        return "the run has set something for all that share its memory";
    if (room->closed) {
        if (mh_raw3(SYS_prctl, PR_GET_DUMPABLE, 0, 0) == 1)
            return "other processes could look at the memory";
    } else if (mh_raw3(SYS_prctl, PR_SET_DUMPABLE, 1, 0)) {
        return "PR_SET_DUMPABLE cannot be restored";
    }
    if (atomic_load(&room->forked) &&
        mh_read_only_pages(room) != room->own_pages)
        return "memory that the run may only read was written";
    if (atomic_load(&room->locks) && mh_raw3(SYS_munlockall, 0, 0, 0))
        return "memory stays locked";
    return NULL;
}

/* A heap that has become smaller has lost its content there. */
static const char *put_back_heap(mh_room_t *room)
{
    uintptr_t now = (uintptr_t)mh_raw3(SYS_brk, 0, 0, 0);

    if (now == room->brk)
        return NULL;
    if (now < room->brk)
        return "the heap has become smaller";
    return (uintptr_t)mh_raw3(SYS_brk, (long)room->brk, 0, 0) == room->brk
               ? NULL
               : "the end of the heap cannot be restored";
}

static const char *put_back_mappings(mh_room_t *room)
{
    unsigned changes = atomic_load(&room->changes);
    bool look = changes || atomic_load(&room->look);
    uint64_t size[2];

    if (atomic_load(&room->lost))
        return "the run has done something that cannot be restored";
    if (!look) {
        mh_remap_size(room, size);
        look = size[0] != room->size[0] || size[1] != room->size[1];
    }
    if (!look)
        return NULL;
    room->figures.rebuilt++;
    return mh_remap(room, true);
}

/*
 * The kernel may drop such memory at any time, and forks get it empty: libc has
 * the state of its random numbers there, since 2.41. userfaultfd does not know
 * such memory.
 */
static const char *empty_dropped(mh_room_t *room)
{
    for (uint32_t i = 0; i < room->mappings.count; i++) {
        const mh_mapping_t *mapping = &room->mappings.at[i];

        if (mapping->dropped &&
            mh_raw3(SYS_madvise, (long)mapping->start,
                    (long)(mapping->end - mapping->start), MADV_DONTNEED))
            return "droppable memory cannot be emptied";
    }
    return NULL;
}

const char *mh_rollback_restore(void)
{
    mh_room_t *room = mh_room;
    uint64_t began = mh_clock(CLOCK_MONOTONIC);
    const char *why;

    mh_rest_end(room);
    why = put_back_flags(room);
    if (!why)
        why = put_back_heap(room);
    if (!why)
        why = put_back_mappings(room);
    if (!why)
        why = mh_restore_written(room);
    if (!why)
        why = empty_dropped(room);
    mh_restore_mark(room);
    mh_change_forget(room);
    room->figures.nanoseconds += mh_clock(CLOCK_MONOTONIC) - began;
    if (!why && room->check)
        why = mh_rollback_compare();
    return why;
}

const mh_rollback_figures_t *mh_rollback_figures(void)
{
    return &mh_room->figures;
}
