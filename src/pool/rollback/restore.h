/*
 * restore.h - puts the memory of a checkpoint back. Runs in a template.
 */
#ifndef MEHARI_POOL_ROLLBACK_RESTORE_H
#define MEHARI_POOL_ROLLBACK_RESTORE_H

#include "pool/rollback/room.h"

/*
 * Writes to the witness, a page that no run writes to. If a tracker does not
 * find the witness after the run, the tracker's marks were cleared meanwhile,
 * and it has missed other pages, too.
 */
void mh_restore_mark(mh_room_t *room);

/* Writes all pages of the range, whatever is there; both ends within one
 * mapping. */
void mh_restore_pages(mh_room_t *room, const mh_mapping_t *mapping,
                      uintptr_t start, uintptr_t end);

/* Makes the cold pages of the range look clean to the tracker; both ends within
 * one mapping. NULL, or why that is not possible. */
const char *mh_restore_look_clean(mh_room_t *room, const mh_mapping_t *mapping,
                                  uintptr_t start, uintptr_t end);

/*
 * Opens and reads the files of /proc by which a process changes a setting of
 * its memory. The kernel changes the setting for all processes that share the
 * memory: proc(5), oom_score_adj and coredump_filter.
 */
void mh_restore_know_settings(mh_room_t *room);

/* Puts back all pages that the room's tracker finds; NULL, or why not. */
const char *mh_restore_written(mh_room_t *room);

/*
 * remap.c: restores mappings, and the pages in the ranges that a run has noted.
 * look: whatever the size says.
 */
const char *mh_remap(mh_room_t *room, bool look);

/*
 * read_only.c: the pages of files that were written to though their mapping is
 * read-only, such as pages that the linker has relocated.
 */
uint64_t mh_read_only_pages(mh_room_t *room);

/* The size of the address space, and of its data. */
void mh_remap_size(mh_room_t *room, uint64_t size[2]);

#endif
