/*
 * layer.c - the memory of a process as a private mapping of a file, which all
 * its forks have, too. A page is the process's own only after a write.
 */
#include "pool/rollback/rollback.h"

#include <sys/mman.h>

#include "pool/rollback/image.h"
#include "pool/rollback/inherit.h"
#include "pool/rollback/known.h"
#include "pool/rollback/raw.h"
#include "pool/rollback/room.h"

/* The layer leaves out memory that the kernel enlarges (a stack), or that is
 * not the same in a fork. */
static bool belongs(const mh_mapping_t *mapping)
{
    return mh_mapping_is_put_back(mapping) && mapping->filled &&
           !mapping->stack && !mapping->odd && !mapping->wiped &&
           !mapping->alone && !mapping->locked;
}

static void keep_those_that_belong(mh_mapping_list_t *list, uintptr_t apart)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < list->count; i++) {
        const mh_mapping_t *mapping = &list->at[i];

        if (belongs(mapping) &&
            (apart < mapping->start || apart >= mapping->end))
            list->at[kept++] = *mapping;
    }
    list->count = kept;
}

static const char *write_image(mh_room_t *room, mh_image_t *image)
{
    const char *why = mh_image_begin(image, "mehari-layer");

    for (uint32_t i = 0; i < room->mappings.count && !why; i++) {
        const mh_mapping_t *mapping = &room->mappings.at[i];
        size_t size = mapping->end - mapping->start;

        mh_image_add(image, (const char *)mapping->start, size);
        image->pages += (uint32_t)(size >> MH_PAGE_SHIFT);
    }
    return why ? why : mh_image_end(room, image, &room->layer);
}

/* A mapping that the kernel refuses stays as it is: the content is the same. */
static void map_all(const mh_mapping_list_t *list, int fd)
{
    long offset = 0;

    for (uint32_t i = 0; i < list->count; i++) {
        const mh_mapping_t *mapping = &list->at[i];
        long size = (long)(mapping->end - mapping->start);

        mh_raw6(SYS_mmap, (long)mapping->start, size, mapping->access,
                MAP_PRIVATE | MAP_FIXED, fd, offset);
        offset += size;
    }
}

/* The layer's file as the kernel's list names it. */
static const char *know_file(mh_room_t *room)
{
    uintptr_t first = room->mappings.count ? room->mappings.at[0].start : 0;
    const char *why = mh_known_note(room);
    uint32_t i = mh_mapping_find(&room->known, first);

    if (!why && i < room->known.count)
        room->layer_file = room->known.at[i].file;
    return why;
}

/* Runs on the room's stack: between the copy of a page and the mapping of its
 * file, nothing may write to the page. */
static void take(void *context)
{
    mh_room_t *room = mh_room;
    mh_image_t image = { .fd = -1 };
    const char *why = mh_known_mappings(room, &room->mappings, true);

    keep_those_that_belong(&room->mappings, room->apart);
    mh_inherit_leave();
    if (!why)
        why = write_image(room, &image);
    if (!why) {
        map_all(&room->mappings, image.fd);
        why = know_file(room);
    }
    mh_inherit_enter();
    mh_image_close(&image);
    room->layered = room->figures.layered = image.pages;
    if (why)
        room->layer = NULL;
    room->refused = why;
}

const char *mh_rollback_layer(void *apart)
{
    mh_room_t *room = mh_room_make();
    const char *why = mh_room_impossible();

    if (!why && !room)
        why = "there is no memory";
    if (!why && (room->made || room->layer))
        why = "there is a checkpoint or a layer already";
    if (why)
        return why;
    room->apart = (uintptr_t)apart;
    mh_room_call(room, &room->program, take, NULL);
    return mh_room->refused;
}
