/*
 * image.h - pages in a memory file that nobody can write to any more: the copy
 * of a checkpoint, and a layer. Runs on the room's stack, and touches nothing
 * of libc.
 */
#ifndef MEHARI_POOL_ROLLBACK_IMAGE_H
#define MEHARI_POOL_ROLLBACK_IMAGE_H

#include "pool/rollback/room.h"

typedef struct mh_image_t {
    int fd;
    uint32_t pages; /* the caller counts them */
    bool failed;    /* not all of them could be written */
} mh_image_t;

/* NULL, or why there is no file. name: for the list of mappings. */
const char *mh_image_begin(mh_image_t *image, const char *name);

/* Appends size bytes of whole pages. */
void mh_image_add(mh_image_t *image, const char *data, size_t size);

/*
 * Seals the file and maps it for reading, as one of the room's own mappings.
 * NULL, or why that is not possible. Without pages, *at is not NULL either.
 */
const char *mh_image_end(mh_room_t *room, mh_image_t *image, const char **at);

void mh_image_close(mh_image_t *image);

#endif
