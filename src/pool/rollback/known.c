/*
 * known.c - see known.h.
 */
#include "pool/rollback/known.h"

#include <string.h>

#include "pool/rollback/raw.h"

static bool same_memory(const mh_mapping_t *known, const mh_mapping_t *mapping)
{
    return known->file == mapping->file && known->shared == mapping->shared &&
           (!known->file ||
            known->offset - known->start == mapping->offset - mapping->start);
}

/* The known mapping that the address of the mapping was in; NULL: none. */
static const mh_mapping_t *known_at(const mh_room_t *room,
                                    const mh_mapping_t *mapping, uintptr_t at)
{
    uint32_t i = mh_mapping_find(&room->known, at);
    const mh_mapping_t *known = &room->known.at[i];

    if (i == room->known.count || !same_memory(known, mapping))
        return NULL;
    return known->start <= at || (known->stack && mapping->stack) ? known
                                                                  : NULL;
}

static bool is_new_heap(const mh_room_t *room, const mh_mapping_t *mapping,
                        uintptr_t at)
{
    return !mapping->file && !mapping->shared && at >= room->known_brk &&
           mapping->end <= (uintptr_t)mh_raw3(SYS_brk, 0, 0, 0);
}

static void add_marks(mh_mapping_t *mapping, const mh_mapping_t *known)
{
    mapping->odd |= known->odd;
    mapping->through |= known->through;
    mapping->wiped |= known->wiped;
    mapping->alone |= known->alone;
    mapping->dropped |= known->dropped;
    mapping->locked |= known->locked;
}

/* It may be a part of a known one, or several that the kernel has joined. */
static bool mark(const mh_room_t *room, mh_mapping_t *mapping)
{
    uintptr_t at = mapping->start;

    mapping->filled = true; /* perhaps */
    while (at < mapping->end) {
        const mh_mapping_t *known = known_at(room, mapping, at);

        if (!known)
            return is_new_heap(room, mapping, at);
        add_marks(mapping, known);
        at = known->end;
    }
    return true;
}

/* Only a mark, or another access, divides what was one mapping. */
static bool is_divided(const mh_room_t *room, const mh_mapping_t *before,
                       const mh_mapping_t *mapping)
{
    uint32_t i = mh_mapping_find(&room->known, mapping->start);
    bool was = mapping->start == room->known_brk ||
               (i < room->known.count &&
                room->known.at[i].start == mapping->start);

    return !was && before->end == mapping->start &&
           before->access == mapping->access && same_memory(before, mapping);
}

static bool give_marks(const mh_room_t *room, mh_mapping_list_t *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (!mark(room, &list->at[i]) ||
            (i && is_divided(room, &list->at[i - 1], &list->at[i])))
            return false;
    return true;
}

/* --- the list --- */

/* Adds a mapping, without the engine's own parts. */
static bool add(const mh_room_t *room, mh_mapping_list_t *list,
                mh_mapping_t mapping)
{
    for (int i = 0; i < room->own_count; i++) {
        const mh_span_t *own = &room->own[i];
        mh_mapping_t below = mapping;

        if (own->end <= mapping.start || own->start >= mapping.end)
            continue;
        if (mapping.start < own->start) {
            below.end = own->start;
            if (!add(room, list, below))
                return false;
        }
        if (own->end >= mapping.end)
            return true;
        if (mapping.file)
            mapping.offset += own->end - mapping.start;
        mapping.start = own->end;
        return add(room, list, mapping);
    }
    if (list->count == MH_MAPPINGS)
        return false;
    list->at[list->count++] = mapping;
    return true;
}

typedef struct mh_filling_t {
    const mh_room_t *room;
    mh_mapping_list_t *list;
    bool full;
} mh_filling_t;

static bool add_to(void *context, const mh_mapping_t *mapping)
{
    mh_filling_t *filling = context;

    filling->full = !add(filling->room, filling->list, *mapping);
    return !filling->full;
}

static const char *read_list(mh_room_t *room, mh_mapping_list_t *list,
                             bool marks)
{
    mh_filling_t filling = { room, list, false };
    const char *why;

    list->count = 0;
    why = mh_mappings_each(room->line, sizeof(room->line), marks, add_to,
                           &filling);
    return filling.full ? "there are too many mappings" : why;
}

const char *mh_known_mappings(mh_room_t *room, mh_mapping_list_t *list,
                              bool marks)
{
    bool knows = room->known.count > 0;
    const char *why = read_list(room, list, marks && !knows);

    if (why || !marks || !knows || give_marks(room, list))
        return why;
    return read_list(room, list, true);
}

const char *mh_known_note(mh_room_t *room)
{
    const mh_mapping_list_t *now = &room->now;
    const char *why;

    room->known.count = 0;
    room->known_brk = (uintptr_t)mh_raw3(SYS_brk, 0, 0, 0);
    why = mh_known_mappings(room, &room->now, true);
    if (why)
        return why;
    memcpy(room->known.at, now->at, now->count * sizeof(now->at[0]));
    room->known.count = now->count;
    return NULL;
}

bool mh_rollback_has_known_mappings(void)
{
    mh_room_t *room = mh_room;

    return room && room->known.count &&
           !mh_known_mappings(room, &room->now, false) &&
           give_marks(room, &room->now);
}
