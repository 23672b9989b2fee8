/*
 * rest.h - a process with a checkpoint that waits for long needs no memory: a
 * page that equals the checkpoint's is given back, and made again from there
 * before anything but the engine goes on.
 */
#ifndef MEHARI_POOL_ROLLBACK_REST_H
#define MEHARI_POOL_ROLLBACK_REST_H

#include "pool/rollback/room.h"

/*
 * Waits until one of the room's descriptors has something, on the room's stack
 * and with all signals blocked.
 */
void mh_rest(mh_room_t *room);

/*
 * Takes the layer's pages out of the page table: the kernel finds those again
 * that runs touch, a third of them in a form with CGI.pm. Each fork of a run
 * copies the table, and the tracker goes through it after each run.
 */
void mh_rest_unmap_layer(mh_room_t *room);

/* Makes the pages again that were given back, if there are any. */
void mh_rest_end(mh_room_t *room);

#endif
