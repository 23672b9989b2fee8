/*
 * read_only.c - memory that a run may only read. Its children can write to that
 * memory all the same, by ptrace(2) or /proc/PID/mem. The page of the file then
 * becomes the mapping's own.
 */
#include "pool/rollback/restore.h"

#include <sys/mman.h>

#include "pool/rollback/pagemap.h"

static bool is_read_only(const mh_mapping_t *mapping)
{
    return mapping->file && !(mapping->access & PROT_WRITE) &&
           !mapping->shared && !mapping->kernel;
}

static uint64_t own_pages(mh_room_t *room, const mh_mapping_t *mapping)
{
    uintptr_t at = mapping->start;
    uint64_t own = 0;

    while (at < mapping->end) {
        uint32_t count = mh_pagemap_read(room, at, mapping->end);

        for (uint32_t i = 0; i < count; i++)
            own += mh_pagemap_is_own(room->buffer[i]);
        at += count * MH_PAGE;
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
