/*
 * read_only.c - memory that a run may only read, which its children can write
 * to all the same: ptrace(2), or /proc/PID/mem. The page of the file then
 * becomes the mapping's own.
 */
#include "pool/rollback/restore.h"

#include <sys/mman.h>

#include "pool/rollback/raw.h"

/* Bits of /proc/self/pagemap. */
#define PAGE_IS_THERE (3ULL << 62)
#define PAGE_OF_FILE (1ULL << 61)

#define AT_ONCE (sizeof(((mh_room_t *)0)->buffer) / sizeof(uint64_t))

static bool is_read_only(const mh_mapping_t *mapping)
{
    return mapping->file && !(mapping->access & PROT_WRITE) &&
           !mapping->shared && !mapping->kernel;
}

static uint64_t own_pages(mh_room_t *room, const mh_mapping_t *mapping)
{
    uint64_t page = mapping->start >> MH_PAGE_SHIFT;
    uint64_t end = mapping->end >> MH_PAGE_SHIFT;
    uint64_t own = 0;

    while (page < end) {
        uint64_t count = end - page < AT_ONCE ? end - page : AT_ONCE;
        long size = mh_raw6(SYS_pread64, room->pagemap,
                            mh_raw_pointer(room->buffer), (long)count * 8,
                            (long)page * 8, 0, 0);

        for (long i = 0; i < size / 8; i++)
            own += room->buffer[i] & PAGE_IS_THERE &&
                   !(room->buffer[i] & PAGE_OF_FILE);
        page += count;
    }
    return own;
}

uint64_t mh_read_only_pages(mh_room_t *room)
{
    uint64_t own = 0;

    for (uint32_t i = 0; i < room->mappings.count; i++)
        if (is_read_only(&room->mappings.at[i]))
            own += own_pages(room, &room->mappings.at[i]);
    return own;
}
