/*
 * checkpoint.c - a list of the process's memory, and a copy of it that cannot
 * be written.
 */
#include "pool/rollback/rollback.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "pool/rollback/change.h"
#include "pool/rollback/image.h"
#include "pool/rollback/inherit.h"
#include "pool/rollback/known.h"
#include "pool/rollback/pagemap.h"
#include "pool/rollback/raw.h"
#include "pool/rollback/room.h"

/*
 * The stack grows by this much at once, so that a run that needs it changes no
 * mapping.
 */
#define STACK_AHEAD (256 * 1024)

/* 64 GiB. Sanitizers and some languages' run times reserve terabytes, in which
 * looking for pages alone would take minutes. */
#define PAGES_MOST (1U << 24)

/*
 * The pages must not be zeros, because a page of zeros has no copy, and may be
 * missing.
 */
static void make_witness(void)
{
    mh_room_t *room = mh_room_make();

    if (room && !room->witness)
        room->witness = aligned_alloc(MH_PAGE, MH_PAGE);
    if (room && room->witness)
        *room->witness = 1;
}

void mh_rollback_prepare(void)
{
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_TOP_PAD, 1 << 20);
    mallopt(M_ARENA_MAX, 1);
    make_witness();
}

static const char *refuse_odd(const mh_mapping_list_t *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const mh_mapping_t *mapping = &list->at[i];

        if (mapping->kernel)
            continue;
        if (mapping->through)
            return "memory is shared with other processes (MAP_SHARED)";
        if (mapping->odd)
            return "memory of a device, of huge pages or of io_setup() is "
                   "mapped";
    }
    return NULL;
}

/* Mappings that forks do not inherit are not in a template either. */
static void drop_alone(mh_mapping_list_t *list)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < list->count; i++)
        if (!list->at[i].alone)
            list->at[kept++] = list->at[i];
    list->count = kept;
}

/* A table has a place for each page, also for untouched pages. */
static const char *count_pages(mh_room_t *room)
{
    uint64_t pages = 0;

    for (uint32_t i = 0; i < room->mappings.count; i++) {
        mh_mapping_t *mapping = &room->mappings.at[i];

        mapping->first = (uint32_t)pages;
        if (mh_mapping_is_put_back(mapping))
            pages += (mapping->end - mapping->start) >> MH_PAGE_SHIFT;
        if (pages > PAGES_MOST)
            return "there is too much memory";
    }
    room->pages = (uint32_t)pages;
    return NULL;
}

/* --- the copy --- */

static bool is_zero(const char *page)
{
    const uint64_t *at = (const uint64_t *)(const void *)page;

    for (size_t i = 0; i < MH_PAGE / sizeof(*at); i++)
        if (at[i])
            return false;
    return true;
}

/* Place of a page whose content is not known yet. */
#define UNKNOWN (MH_NO_PAGE - 1)

/*
 * A page that is still that of the layer's file needs no look. Nor does a page
 * that belongs to no file and is not there: a look would map zeros.
 */
static uint32_t place_of(const mh_room_t *room, const mh_mapping_t *mapping,
                         uint64_t entry, uintptr_t at)
{
    bool own = mh_pagemap_is_own(entry);
    uint64_t place = (mapping->offset + (at - mapping->start)) >> MH_PAGE_SHIFT;

    if (!room->layer || mapping->file != room->layer_file)
        return own || mapping->file ? UNKNOWN : MH_NO_PAGE;
    if (own &&
        memcmp((const char *)at, room->layer + place * MH_PAGE, MH_PAGE) != 0)
        return UNKNOWN;
    return (uint32_t)place | MH_LAYER_PAGE;
}

static void find_places(mh_room_t *room, const mh_mapping_t *mapping)
{
    uint32_t *source = room->source + mapping->first;
    uintptr_t at = mapping->start;

    while (at < mapping->end) {
        uint32_t count = mh_pagemap_read(room, at, mapping->end);

        for (uint32_t i = 0; i < count; i++, at += MH_PAGE)
            *source++ = place_of(room, mapping, room->buffer[i], at);
    }
}

static void copy_mapping(mh_room_t *room, mh_image_t *image,
                         const mh_mapping_t *mapping)
{
    uint32_t *source = room->source + mapping->first;
    const char *end = (const char *)mapping->end;
    const char *from = (const char *)mapping->start;

    for (const char *at = from; at < end; at += MH_PAGE, source++) {
        if (*source == UNKNOWN)
            *source = is_zero(at) ? MH_NO_PAGE : image->pages++;
        if (*source < MH_LAYER_PAGE)
            continue;
        mh_image_add(image, from, (size_t)(at - from));
        from = at + MH_PAGE;
    }
    mh_image_add(image, from, (size_t)(end - from));
}

/* Skips mappings that were never touched, and those that are wiped in forks. */
static void copy_all(mh_room_t *room, mh_image_t *image)
{
    for (uint32_t i = 0; i < room->mappings.count; i++) {
        const mh_mapping_t *mapping = &room->mappings.at[i];

        if (!mh_mapping_is_put_back(mapping) || mapping->wiped ||
            (!mapping->file && !mapping->filled))
            continue;
        find_places(room, mapping);
        copy_mapping(room, image, mapping);
    }
}

static const char *copy_memory(mh_room_t *room)
{
    mh_image_t image;
    const char *why = mh_image_begin(&image, "mehari-checkpoint");

    memset(room->source, 0xff, room->pages * sizeof(*room->source));
    room->pagemap = mh_room_open_own(room, "/proc/self/pagemap", O_RDONLY);
    if (!why)
        copy_all(room, &image);
    mh_raw3(SYS_close, room->pagemap, 0, 0);
    room->pagemap = -1;
    if (!why)
        why = mh_image_end(room, &image, &room->copy);
    room->copied = room->figures.copied = image.pages;
    mh_image_close(&image);
    return why;
}

/* --- list and copy --- */

/* Runs on the room's stack, because the program's stack is part of the copy. */
static void take(void *context)
{
    mh_room_t *room = mh_room;
    const char *why;
    int saved = errno;

    room->brk = (uintptr_t)mh_raw3(SYS_brk, 0, 0, 0);
    room->role = MH_ROLLBACK_RUN;
    why = mh_inherit_note(room);
    if (!why)
        why = mh_known_mappings(room, &room->mappings, true);
    if (!why) {
        drop_alone(&room->mappings);
        why = refuse_odd(&room->mappings);
    }
    if (!why)
        why = count_pages(room);
    if (!why) {
        room->source = mh_room_map(room, room->pages * 4UL + room->pages, -1);
        if (!room->source)
            why = "there is no memory for a table of pages";
        else
            room->heat = (unsigned char *)(room->source + room->pages);
    }
    /* Its first call writes to a variable, on arm64: see restore.c. */
    __builtin___clear_cache((char *)room, (char *)room);
    errno = saved; /* the value that runs find */
    if (!why)
        why = copy_memory(room);
    room->refused = why;
    room->made = !why;
    room->role = why ? MH_ROLLBACK_REFUSED : MH_ROLLBACK_MADE;
    errno = saved;
}

/* Touches a page far below, so that the kernel maps the stack down to it. */
static __attribute__((noinline)) void grow_stack(void)
{
    volatile char ahead[STACK_AHEAD];

    ahead[0] = 0;
    (void)ahead[0];
}

mh_rollback_e mh_rollback_checkpoint(bool check, const char **why)
{
    mh_room_t *room = mh_room_make();

    *why = mh_room_impossible();
    if (!*why && !room)
        *why = "there is no memory";
    if (!*why && room->made)
        *why = "there is a checkpoint already";
    if (*why)
        return MH_ROLLBACK_REFUSED;
    room->check = check;
    grow_stack();
    pthread_sigmask(SIG_SETMASK, NULL, &room->mask);
    mh_room_call(room, &room->program, take, NULL);
    /* Runs go on here: of the values above only the room can be relied on. */
    room = mh_room;
    if (room->role == MH_ROLLBACK_RUN)
        mh_inherit_handlers();
    *why = room->refused;
    return room->role;
}
