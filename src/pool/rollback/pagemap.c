/*
 * pagemap.c - see pagemap.h.
 */
#include "pool/rollback/pagemap.h"

#include <string.h>

#include "pool/rollback/raw.h"

#define PAGE_IS_THERE (3ULL << 62)
#define PAGE_OF_FILE (1ULL << 61)
#define PAGE_IS_ALONE (1ULL << 56)

#define AT_ONCE (sizeof(((mh_room_t *)0)->buffer) / sizeof(uint64_t))

uint32_t mh_pagemap_read(mh_room_t *room, uintptr_t start, uintptr_t end)
{
    uint64_t left = (end - start) >> MH_PAGE_SHIFT;
    uint32_t count = left < AT_ONCE ? (uint32_t)left : (uint32_t)AT_ONCE;
    long size = mh_raw6(SYS_pread64, room->pagemap,
                        mh_raw_pointer(room->buffer), count * 8L,
                        (long)(start >> MH_PAGE_SHIFT) * 8, 0, 0);

    if (size != count * 8L)
        memset(room->buffer, 0xff, count * 8UL);
    return count;
}

bool mh_pagemap_is_own(uint64_t entry)
{
    return entry == UINT64_MAX ||
           (entry & PAGE_IS_THERE && !(entry & PAGE_OF_FILE));
}

bool mh_pagemap_is_alone(uint64_t entry)
{
    return entry & PAGE_IS_ALONE;
}
