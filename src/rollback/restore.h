/*
 * restore.h - the memory of a checkpoint, put back.
 */
#ifndef MEHARI_ROLLBACK_RESTORE_H
#define MEHARI_ROLLBACK_RESTORE_H

#include "rollback/room.h"

/* There is nothing of it in the copy: it is zeros. */
#define MH_NO_PAGE 0xffffffffU

/* The page at address is what the checkpoint had; page is its number. */
bool mh_page_is_same(const mh_room_t *room, uint32_t page, uintptr_t address);

/* Writes all of it, whatever is there; both within one mapping. */
void mh_restore_pages(mh_room_t *room, const mh_mapping_t *mapping,
                      uintptr_t start, uintptr_t end);

/* All that the room's tracker finds; NULL, or why it cannot be put back. */
const char *mh_restore_written(mh_room_t *room);

/*
 * rebuild.c: mappings are as they were, and what is in the ranges that a run
 * has noted. look: whatever the size says.
 */
const char *mh_rebuild(mh_room_t *room, bool look);

/* The size of the address space, and of what of it is data. */
void mh_rebuild_size(mh_room_t *room, uint64_t size[2]);

#endif
