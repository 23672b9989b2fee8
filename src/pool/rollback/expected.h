/*
 * expected.h - pages that a run is expected to write to: those that the first
 * fork of the checkpoint's process has written to.
 *
 * The list is in memory that these processes share. Wrong pages in it cost time
 * and nothing else.
 */
#ifndef MEHARI_POOL_ROLLBACK_EXPECTED_H
#define MEHARI_POOL_ROLLBACK_EXPECTED_H

#include "pool/rollback/room.h"

/* In the fork that tells them. room: may be NULL. */
void mh_expected_keep_from_children(mh_room_t *room);

/* In a template whose tracker has started: makes the pages writable, and leaves
 * the list. */
void mh_expected_use(mh_room_t *room);

#endif
