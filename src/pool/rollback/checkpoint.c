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
#include "pool/rollback/inherit.h"
#include "pool/rollback/raw.h"
#include "pool/rollback/restore.h"
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

/* A table has a place for each page, also for those that nobody has touched. */
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

static void *map_own(mh_room_t *room, size_t size, int fd)
{
    int shared = fd >= 0 ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS;
    void *at;

    size = (size + MH_PAGE - 1) & ~(MH_PAGE - 1);
    at = mmap(NULL, size, fd >= 0 ? PROT_READ : PROT_READ | PROT_WRITE,
              shared | MAP_NORESERVE, fd, 0);
    if (at == MAP_FAILED)
        return NULL;
    room->own[room->own_count].start = (uintptr_t)at;
    room->own[room->own_count++].end = (uintptr_t)at + size;
    return at;
}

/* --- the copy --- */

typedef struct mh_copying_t {
    int fd;
    uint32_t pages;
    bool failed;
} mh_copying_t;

static bool is_zero(const char *page)
{
    const uint64_t *at = (const uint64_t *)(const void *)page;

    for (size_t i = 0; i < MH_PAGE / sizeof(*at); i++)
        if (at[i])
            return false;
    return true;
}

static void write_all(mh_copying_t *copying, const char *data, size_t size)
{
    while (size && !copying->failed) {
        long count = mh_raw3(SYS_write, copying->fd, mh_raw_pointer(data),
                             (long)size);

        if (count <= 0 && count != -EINTR)
            copying->failed = true;
        if (count <= 0)
            continue;
        data += count;
        size -= (size_t)count;
    }
}

/*
 * Mappings that were never touched are skipped, because a look would map zeros
 * there.
 */
static void copy_mapping(mh_room_t *room, mh_copying_t *copying,
                         const mh_mapping_t *mapping)
{
    bool there = !mapping->wiped && (mapping->file || mapping->filled);
    uint32_t *source = room->source + mapping->first;
    const char *end = (const char *)mapping->end;
    const char *from = (const char *)mapping->start;

    for (const char *at = from; at < end; at += MH_PAGE, source++) {
        if (there && !is_zero(at)) {
            *source = copying->pages++;
            continue;
        }
        *source = MH_NO_PAGE;
        write_all(copying, from, (size_t)(at - from));
        from = at + MH_PAGE;
    }
    write_all(copying, from, (size_t)(end - from));
}

/* Seals the copy: nobody can write to it from here on, or map it writable. */
static const char *seal(mh_room_t *room, int fd, uint32_t pages)
{
    if (fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) ||
        (fcntl(fd, F_ADD_SEALS, F_SEAL_FUTURE_WRITE | F_SEAL_SEAL) &&
         fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SEAL)))
        return "the copy of the memory cannot be sealed";
    room->copied = room->figures.copied = pages;
    room->copy = pages ? map_own(room, pages * MH_PAGE, fd) : "";
    return room->copy ? NULL : "the copy of the memory cannot be mapped";
}

static const char *copy_memory(mh_room_t *room)
{
    mh_copying_t copying = {
        .fd = memfd_create("mehari-checkpoint",
                           MFD_CLOEXEC | MFD_ALLOW_SEALING),
    };
    const char *why = NULL;

    if (copying.fd < 0)
        return "there is no memory file (memfd_create)";
    for (uint32_t i = 0; i < room->mappings.count && !copying.failed; i++)
        if (mh_mapping_is_put_back(&room->mappings.at[i]))
            copy_mapping(room, &copying, &room->mappings.at[i]);
    if (copying.failed)
        why = "there is no memory for a copy";
    if (!why)
        why = seal(room, copying.fd, copying.pages);
    close(copying.fd);
    return why;
}

/* --- all of it --- */

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
        why = mh_mappings_read(room, &room->mappings, true);
    if (!why) {
        drop_alone(&room->mappings);
        why = refuse_odd(&room->mappings);
    }
    if (!why)
        why = count_pages(room);
    if (!why) {
        room->source = map_own(room, room->pages * 4UL + room->pages, -1);
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

/* Touches the page that far below; the stack is mapped down to it then. */
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
    mh_room_call(room, take, NULL);
    /* Runs go on here: of the values above only the room can be relied on. */
    room = mh_room;
    if (room->role == MH_ROLLBACK_RUN)
        mh_inherit_handlers();
    *why = room->refused;
    return room->role;
}
