/*
 * tracker.c - see tracker.h. Has the tracker that needs nothing of the kernel.
 */
#include "pool/rollback/tracker.h"

#include <string.h>

#include "pool/rollback/pagemap.h"

static const char *const names[MH_TRACKERS] = {
    [MH_TRACKER_UFFD] = "uffd",
    [MH_TRACKER_SOFT_DIRTY] = "soft-dirty",
    [MH_TRACKER_COMPARE] = "compare",
};

static const mh_tracker_t *const trackers[MH_TRACKERS] = {
    [MH_TRACKER_UFFD] = &mh_tracker_uffd,
    [MH_TRACKER_SOFT_DIRTY] = &mh_tracker_soft_dirty,
    [MH_TRACKER_COMPARE] = &mh_tracker_compare,
};

const char *mh_tracker_name(mh_tracker_e tracker)
{
    return tracker < MH_TRACKERS ? names[tracker] : "fork";
}

const mh_tracker_t *mh_tracker(mh_tracker_e tracker)
{
    return trackers[tracker];
}

static const char *start_compare(mh_room_t *room)
{
    return NULL;
}

static void emit_different(mh_room_t *room, mh_emit_t *emit, uint32_t page,
                           uintptr_t address)
{
    if (!mh_room_page_is_same(room, page, address))
        emit(room, address, address + MH_PAGE);
}

/* True if the kernel knows the content: it is the layer's, or there is none and
 * never was. */
static bool is_known(const mh_room_t *room, const mh_mapping_t *mapping,
                     uint32_t page, uint64_t entry)
{
    bool layers = room->layer && mapping->file == room->layer_file;

    if (mh_pagemap_is_own(entry))
        return false;
    return layers || (!mapping->file && room->source[page] == MH_NO_PAGE);
}

static const char *find_different(mh_room_t *room, mh_emit_t *emit)
{
    for (uint32_t i = 0; i < room->mappings.count; i++) {
        const mh_mapping_t *mapping = &room->mappings.at[i];
        uint32_t page = mapping->first;
        uintptr_t at = mapping->start;

        while (mh_mapping_is_put_back(mapping) && at < mapping->end) {
            uint32_t count = mh_pagemap_read(room, at, mapping->end);

            for (uint32_t k = 0; k < count; k++, page++, at += MH_PAGE)
                if (!is_known(room, mapping, page, room->buffer[k]))
                    emit_different(room, emit, page, at);
        }
    }
    return NULL;
}

static const char *adopt_nothing(mh_room_t *room, uintptr_t start,
                                 uintptr_t end)
{
    return NULL;
}

const mh_tracker_t mh_tracker_compare = {
    .start = start_compare,
    .find = find_different,
    .adopt = adopt_nothing,
};
