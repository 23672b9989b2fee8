/*
 * remap.c - makes the mappings of a checkpoint again where a run has changed
 * them. Rare, and slower than the rest: the kernel lists them as text.
 */
#include "pool/rollback/restore.h"

#include <string.h>
#include <sys/mman.h>

#include "pool/rollback/known.h"
#include "pool/rollback/raw.h"
#include "pool/rollback/tracker.h"

static const uint64_t *digits(const char **at, uint64_t *number)
{
    *number = 0;
    while (**at == ' ')
        ++*at;
    for (; **at >= '0' && **at <= '9'; ++*at)
        *number = *number * 10 + (uint64_t)(**at - '0');
    return number;
}

void mh_remap_size(mh_room_t *room, uint64_t size[2])
{
    char text[160] = "";
    const char *at = text;
    uint64_t skipped;
    long length = mh_raw6(SYS_pread64, room->statm, mh_raw_pointer(text),
                          sizeof(text) - 1, 0, 0, 0);

    /* size resident shared text lib data dt */
    text[length > 0 ? length : 0] = 0;
    digits(&at, &size[0]);
    for (int i = 0; i < 4; i++)
        digits(&at, &skipped);
    digits(&at, &size[1]);
}

static void unmap(uintptr_t start, uintptr_t end)
{
    mh_raw3(SYS_munmap, (long)start, (long)(end - start), 0);
}

/* Unmaps the parts where the checkpoint has nothing. */
static void drop_new(mh_room_t *room, const mh_mapping_t *now)
{
    uintptr_t at = now->start;
    uint32_t i = mh_mapping_find(&room->mappings, at);

    if (now->kernel)
        return;
    for (; i < room->mappings.count && at < now->end; i++) {
        const mh_mapping_t *old = &room->mappings.at[i];

        if (old->start >= now->end)
            break;
        if (at < old->start)
            unmap(at, old->start);
        at = old->end;
    }
    if (at < now->end)
        unmap(at, now->end);
}

static const char *protect(const mh_mapping_t *old, uintptr_t start,
                           uintptr_t end)
{
    return mh_raw3(SYS_mprotect, (long)start, (long)(end - start), old->access)
               ? "a mapping's protection cannot be restored"
               : NULL;
}

static const char *rewrite(mh_room_t *room, const mh_mapping_t *old,
                           uintptr_t start, uintptr_t end)
{
    mh_restore_pages(room, old, start, end);
    return room->tracker->adopt(room, start, end);
}

/* The place is empty, or has another mapping. */
static const char *make_again(mh_room_t *room, const mh_mapping_t *old,
                              uintptr_t start, uintptr_t end)
{
    if (old->file || old->shared || old->stack || old->kernel || old->wiped ||
        old->dropped)
        return "a mapping that is not only memory has gone";
    if ((uintptr_t)mh_raw6(SYS_mmap, (long)start, (long)(end - start),
                           old->access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
                           -1, 0) != start)
        return "memory cannot be mapped again";
    if (!mh_mapping_is_put_back(old))
        return NULL;
    return rewrite(room, old, start, end);
}

/* Puts back the part of old that now covers. */
static const char *put_back_part(mh_room_t *room, const mh_mapping_t *old,
                                 const mh_mapping_t *now, uintptr_t start,
                                 uintptr_t end)
{
    bool same = old->file == now->file && old->shared == now->shared &&
                old->kernel == now->kernel && old->stack == now->stack &&
                (!old->file || old->offset + (start - old->start) ==
                                   now->offset + (start - now->start));

    if (!same)
        return make_again(room, old, start, end);
    if (old->access == now->access)
        return NULL;
    /* Data written while the mapping was writable is in no copy. */
    if (!mh_mapping_is_put_back(old) && now->access & PROT_WRITE)
        return "read-only memory was written";
    return protect(old, start, end);
}

static const char *put_back_mapping(mh_room_t *room, const mh_mapping_t *old)
{
    uint32_t i = mh_mapping_find(&room->now, old->start);
    uintptr_t at = old->start;
    const char *why = NULL;

    while (at < old->end && !why) {
        const mh_mapping_t *now = &room->now.at[i];
        uintptr_t end = old->end;

        if (i == room->now.count || now->start >= old->end) {
            why = make_again(room, old, at, end);
        } else if (now->start > at) {
            end = now->start;
            why = make_again(room, old, at, end);
        } else {
            end = now->end < end ? now->end : end;
            why = put_back_part(room, old, now, at, end);
            i++;
        }
        at = end;
    }
    return why;
}

/* A mapping that looks the same may have been replaced. */
static const char *put_back_changed(mh_room_t *room, const mh_span_t *changed)
{
    uint32_t i = mh_mapping_find(&room->mappings, changed->start);
    const char *why = NULL;

    for (; i < room->mappings.count && !why; i++) {
        const mh_mapping_t *old = &room->mappings.at[i];
        uintptr_t start = old->start;
        uintptr_t end = old->end;

        if (start >= changed->end)
            break;
        if (start < changed->start)
            start = changed->start;
        if (end > changed->end)
            end = changed->end;
        if (!mh_mapping_is_put_back(old))
            why = "memory without a copy was changed";
        else
            why = rewrite(room, old, start, end);
    }
    return why;
}

const char *mh_remap(mh_room_t *room, bool look)
{
    unsigned changes = atomic_load(&room->changes);
    const char *why = look ? mh_known_mappings(room, &room->now, false) : NULL;

    for (uint32_t i = 0; look && !why && i < room->now.count; i++)
        drop_new(room, &room->now.at[i]);
    for (uint32_t i = 0; look && !why && i < room->mappings.count; i++)
        why = put_back_mapping(room, &room->mappings.at[i]);
    for (unsigned i = 0; !why && i < changes && i < MH_CHANGES; i++)
        why = put_back_changed(room, &room->changed[i]);
    return why;
}
