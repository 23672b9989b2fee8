/*
 * tracker.h - finds the pages that a run has written to.
 *
 * Runs in a template, and allocates nothing.
 */
#ifndef MEHARI_POOL_ROLLBACK_TRACKER_H
#define MEHARI_POOL_ROLLBACK_TRACKER_H

#include <fcntl.h>

#include "pool/rollback/room.h"

/* Pages that may have been written to, in the order of addresses. */
typedef void mh_emit_t(mh_room_t *room, uintptr_t start, uintptr_t end);

typedef struct mh_tracker_t {
    /* Begins, when the memory equals the checkpoint's. NULL, or why it cannot
     * work. */
    const char *(*start)(mh_room_t *room);
    /*
     * Reports all pages written to since start, but for those that protect()
     * made look clean again. It may report more.
     */
    const char *(*find)(mh_room_t *room, mh_emit_t *emit);
    /* Makes pages that were put back look clean; or NULL. */
    const char *(*protect)(mh_room_t *room, uintptr_t start, uintptr_t end);
    /* Includes a mapping that was made again. */
    const char *(*adopt)(mh_room_t *room, uintptr_t start, uintptr_t end);
    /* Called between two runs; or NULL. found: pages of the last one. */
    const char *(*settle)(mh_room_t *room, uint64_t found);
    /*
     * It finds pages by marks in the kernel's tables, which other processes of
     * the user can clear (/proc/PID/clear_refs, PAGEMAP_SCAN).
     */
    bool marks;
} mh_tracker_t;

extern const mh_tracker_t mh_tracker_uffd;
extern const mh_tracker_t mh_tracker_soft_dirty;
extern const mh_tracker_t mh_tracker_compare;

const mh_tracker_t *mh_tracker(mh_tracker_e tracker);

/*
 * Arguments of userfaultfd(), for a filter of system calls: O_CLOEXEC,
 * O_NONBLOCK, and UFFD_USER_MODE_ONLY, which is 1.
 */
#define MH_UFFD_FLAGS (O_CLOEXEC | O_NONBLOCK | 1)

#endif
