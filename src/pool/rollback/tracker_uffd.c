/*
 * tracker_uffd.c - userfaultfd in asynchronous write-protect mode: the kernel
 * lets the first write to a page through, and notes it in the page's entry. One
 * PAGEMAP_SCAN finds these entries in the whole address space.
 */
#include "pool/rollback/tracker.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>

#include "pool/rollback/raw.h"

/* Newer than the headers of some systems. */
#ifndef UFFD_FEATURE_WP_UNPOPULATED
#define UFFD_FEATURE_WP_UNPOPULATED (1 << 13)
#endif
#ifndef UFFD_FEATURE_WP_ASYNC
#define UFFD_FEATURE_WP_ASYNC (1 << 15)
#endif

#define WP_ALLOWED (1 << 0)
#define WRITTEN (1 << 1)

/* struct page_region of <linux/fs.h>. */
typedef struct mh_found_t {
    uint64_t start;
    uint64_t end;
    uint64_t categories;
} mh_found_t;

/* struct pm_scan_arg. */
typedef struct mh_scan_t {
    uint64_t size;
    uint64_t flags;
    uint64_t start;
    uint64_t end;
    uint64_t walk_end;
    uint64_t vec;
    uint64_t vec_len;
    uint64_t max_pages;
    uint64_t category_inverted;
    uint64_t category_mask;
    uint64_t category_anyof_mask;
    uint64_t return_mask;
} mh_scan_t;

/* Entries that fit into the room's buffer. */
#define FOUND_AT_ONCE 2048

#define SCAN _IOWR('f', 16, mh_scan_t)

_Static_assert(FOUND_AT_ONCE * sizeof(mh_found_t) <=
                   sizeof(((mh_room_t *)0)->buffer),
               "the room's buffer");

static long control(int fd, unsigned long request, const void *argument)
{
    return mh_raw3(SYS_ioctl, fd, (long)request, mh_raw_pointer(argument));
}

static const char *protect(mh_room_t *room, uintptr_t start, uintptr_t end)
{
    struct uffdio_writeprotect order = {
        .range = { start, end - start },
        .mode = UFFDIO_WRITEPROTECT_MODE_WP,
    };
    long error;

    do
        error = control(room->uffd, UFFDIO_WRITEPROTECT, &order);
    while (error == -11); /* EAGAIN: mappings change */
    return error ? "pages cannot be write-protected" : NULL;
}

static const char *adopt(mh_room_t *room, uintptr_t start, uintptr_t end)
{
    struct uffdio_register order = {
        .range = { start, end - start },
        .mode = UFFDIO_REGISTER_MODE_WP,
    };

    if (control(room->uffd, UFFDIO_REGISTER, &order))
        return "userfaultfd refuses a mapping";
    return protect(room, start, end);
}

/* Adjacent mappings are joined, to need few calls. */
static const char *adopt_all(mh_room_t *room)
{
    uintptr_t start = 0;
    uintptr_t end = 0;
    const char *why = NULL;

    for (uint32_t i = 0; i < room->mappings.count && !why; i++) {
        const mh_mapping_t *mapping = &room->mappings.at[i];

        if (!mh_mapping_is_put_back(mapping))
            continue;
        if (mapping->start != end) {
            if (end)
                why = adopt(room, start, end);
            start = mapping->start;
        }
        end = mapping->end;
    }
    return why || !end ? why : adopt(room, start, end);
}

static const char *start_uffd(mh_room_t *room)
{
    struct uffdio_api api = {
        .api = UFFD_API,
        .features = UFFD_FEATURE_WP_ASYNC | UFFD_FEATURE_WP_UNPOPULATED,
    };
    const char *why;

    room->uffd = mh_room_high(room, (int)mh_raw3(SYS_userfaultfd, MH_UFFD_FLAGS,
                                                 0, 0));
    if (room->uffd < 0)
        return "the kernel refuses userfaultfd";
    if (control(room->uffd, UFFDIO_API, &api))
        why = "the kernel's userfaultfd has no WP_ASYNC (Linux 6.7)";
    else
        why = adopt_all(room);
    if (why) {
        mh_raw3(SYS_close, room->uffd, 0, 0);
        room->uffd = -1;
    }
    return why;
}

/* Bounds from the first mapping that is put back to the last. */
static bool bounds(const mh_room_t *room, uint64_t *start, uint64_t *end)
{
    *start = *end = 0;
    for (uint32_t i = 0; i < room->mappings.count; i++) {
        if (!mh_mapping_is_put_back(&room->mappings.at[i]))
            continue;
        if (!*end)
            *start = room->mappings.at[i].start;
        *end = room->mappings.at[i].end;
    }
    return *end != 0;
}

static const char *find(mh_room_t *room, mh_emit_t *emit)
{
    mh_found_t *found = (mh_found_t *)(void *)room->buffer;
    mh_scan_t scan = {
        .size = sizeof(scan),
        .vec = (uint64_t)(uintptr_t)found,
        .vec_len = FOUND_AT_ONCE,
        .category_mask = WP_ALLOWED | WRITTEN,
        .return_mask = WRITTEN,
    };

    if (!bounds(room, &scan.start, &scan.end))
        return NULL;
    while (scan.start < scan.end) {
        long count = control(room->pagemap, SCAN, &scan);

        if (count < 0)
            return "the kernel does not report written pages (PAGEMAP_SCAN)";
        for (long i = 0; i < count; i++)
            emit(room, (uintptr_t)found[i].start, (uintptr_t)found[i].end);
        scan.start = scan.walk_end;
    }
    return NULL;
}

/* The pages that every run writes to change in the course of time. */
static const char *settle(mh_room_t *room, uint64_t found)
{
    if (room->figures.runs % 1024)
        return NULL;
    __builtin_memset(room->heat, 0, room->pages);
    for (uint32_t i = 0; i < room->mappings.count; i++) {
        const mh_mapping_t *mapping = &room->mappings.at[i];
        const char *why = NULL;

        if (mh_mapping_is_put_back(mapping))
            why = protect(room, mapping->start, mapping->end);
        if (why)
            return why;
    }
    return NULL;
}

const mh_tracker_t mh_tracker_uffd = {
    .start = start_uffd,
    .find = find,
    .protect = protect,
    .adopt = adopt,
    .settle = settle,
    .marks = true,
};
