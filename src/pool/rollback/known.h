/*
 * known.h - the marks of mappings that were there when the layer was made. Its
 * process has read smaps, so its forks need not.
 */
#ifndef MEHARI_POOL_ROLLBACK_KNOWN_H
#define MEHARI_POOL_ROLLBACK_KNOWN_H

#include "pool/rollback/room.h"

/* In the process that has made the layer. NULL, or an error. */
const char *mh_known_note(mh_room_t *room);

/* Gives the mappings of the list their marks. False: a mapping is new. */
bool mh_known_marks(const mh_room_t *room, mh_mapping_list_t *list);

#endif
