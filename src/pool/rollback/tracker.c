/*
 * tracker.c - see tracker.h. Has the tracker that needs nothing of the kernel.
 */
#include "pool/rollback/tracker.h"

#include <string.h>

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
    (void)room;
    return NULL;
}

static const char *find_different(mh_room_t *room, mh_emit_t *emit)
{
    mh_page_t page = { 0 };

    while (mh_mapping_next_page(&room->mappings, &page))
        if (!mh_room_page_is_same(room, page.number, page.address))
            emit(room, page.address, page.address + MH_PAGE);
    return NULL;
}

static const char *adopt_nothing(mh_room_t *room, uintptr_t start,
                                 uintptr_t end)
{
    (void)room;
    (void)start;
    (void)end;
    return NULL;
}

const mh_tracker_t mh_tracker_compare = {
    .start = start_compare,
    .find = find_different,
    .adopt = adopt_nothing,
};
