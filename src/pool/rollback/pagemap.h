/*
 * pagemap.h - what the kernel knows of each page: /proc/self/pagemap.
 */
#ifndef MEHARI_POOL_ROLLBACK_PAGEMAP_H
#define MEHARI_POOL_ROLLBACK_PAGEMAP_H

#include "pool/rollback/room.h"

/* Reads entries from the page at start on into the room's buffer. Returns how
 * many, at least 1. An entry that cannot be read has all bits. */
uint32_t mh_pagemap_read(mh_room_t *room, uintptr_t start, uintptr_t end);

/* True for a page of the process's own, in memory or swapped out; else it is a
 * file's, or not there. */
bool mh_pagemap_is_own(uint64_t entry);

/* True if no other process has that page of its own. */
bool mh_pagemap_is_alone(uint64_t entry);

#endif
