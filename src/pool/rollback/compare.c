/*
 * compare.c - compares all of the memory, page by page, with the checkpoint's.
 */
#include "pool/rollback/rollback.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "pool/rollback/known.h"
#include "pool/rollback/raw.h"
#include "pool/rollback/room.h"

/* The first byte that differs. */
static size_t offset_of_difference(const mh_room_t *room, uint32_t page,
                                   const char *at)
{
    const char *from = mh_room_content(room, room->source[page]);
    size_t i = 0;

    while (i < MH_PAGE - 1 && at[i] == (from ? from[i] : 0))
        i++;
    return i;
}

/*
 * Short, as a message has little space. The template ends after this, so this
 * code may use memory that runs use.
 */
static const char *tell(mh_room_t *room, const mh_page_t *page)
{
    const mh_mapping_t *mapping = page->mapping;
    const char *at = (const char *)page->address;
    size_t offset = offset_of_difference(room, page->number, at);
    Dl_info of = { 0 };
    const char *library;

    dladdr(at + offset, &of);
    library = of.dli_fname ? strrchr(of.dli_fname, '/') : NULL;
    snprintf(room->text, sizeof(room->text),
             "memory differs at %p: byte %zu of %lx-%lx%s, %.24s%s%.24s",
             (const void *)(at + offset),
             (size_t)(at + offset - (const char *)mapping->start),
             (unsigned long)mapping->start, (unsigned long)mapping->end,
             mapping->stack ? " (stack)" : "",
             library ? library + 1 : "of no library", of.dli_sname ? " " : "",
             of.dli_sname ? of.dli_sname : "");
    return room->text;
}

static const char *compare_pages(mh_room_t *room)
{
    mh_page_t page = { 0 };

    while (mh_mapping_next_page(&room->mappings, &page))
        if (!mh_room_page_is_same(room, page.number, page.address))
            return tell(room, &page);
    return NULL;
}

/* The kernel may have merged neighbouring mappings, or split one. */
static bool is_covered(const mh_mapping_list_t *by, const mh_mapping_t *mapping)
{
    uintptr_t at = mapping->start;
    uint32_t i = mh_mapping_find(by, at);

    for (; i < by->count && at < mapping->end; i++) {
        const mh_mapping_t *other = &by->at[i];

        if (other->start > at || other->access != mapping->access ||
            other->shared != mapping->shared || other->file != mapping->file)
            return false;
        at = other->end;
    }
    return at >= mapping->end;
}

static const char *compare_mappings(mh_room_t *room)
{
    const mh_mapping_list_t *lists[2] = { &room->mappings, &room->now };
    const char *why = mh_known_mappings(room, &room->now, false);

    for (int way = 0; way < 2 && !why; way++) {
        for (uint32_t i = 0; i < lists[way]->count; i++) {
            const mh_mapping_t *mapping = &lists[way]->at[i];

            if (mapping->kernel || is_covered(lists[!way], mapping))
                continue;
            snprintf(room->text, sizeof(room->text), "mapping %lx-%lx is %s",
                     (unsigned long)mapping->start, (unsigned long)mapping->end,
                     way ? "new" : "gone or another");
            return room->text;
        }
    }
    return why;
}

const char *mh_rollback_compare(void)
{
    mh_room_t *room = mh_room;
    const char *why;

    if ((uintptr_t)mh_raw3(SYS_brk, 0, 0, 0) != room->brk)
        return "the heap ends elsewhere";
    why = compare_mappings(room);
    return why ? why : compare_pages(room);
}
