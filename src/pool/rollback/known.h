/*
 * known.h - the marks of the mappings that existed when the layer was made. The
 * process that made the layer has read them from smaps, so that its forks need
 * not.
 */
#ifndef MEHARI_POOL_ROLLBACK_KNOWN_H
#define MEHARI_POOL_ROLLBACK_KNOWN_H

#include "pool/rollback/room.h"

/* In the process that has made the layer. NULL, or an error. */
const char *mh_known_note(mh_room_t *room);

/*
 * The mappings of this process without the room's own, in the order of
 * addresses. With marks, smaps is read if one of them is new. NULL, or an
 * error.
 */
const char *mh_known_mappings(mh_room_t *room, mh_mapping_list_t *list,
                              bool marks);

#endif
