/*
 * room.c - see room.h.
 */
#include "pool/rollback/room.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pool/rollback/raw.h"

mh_room_t *mh_room;

const char *mh_room_impossible(void)
{
#ifdef __SANITIZE_ADDRESS__
    return "a sanitizer reserves more memory than can be put back";
#else
    if (!MH_ROLLBACK_POSSIBLE)
        return "this processor is not known";
    if (sysconf(_SC_PAGESIZE) != (long)MH_PAGE)
        return "pages are not of 4096 bytes";
    return NULL;
#endif
}

mh_room_t *mh_room_make(void)
{
    mh_room_t *room;

    if (mh_room)
        return mh_room;
    room = mmap(NULL, sizeof(*room), PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED)
        return NULL;
    room->own[room->own_count].start = (uintptr_t)room;
    room->own[room->own_count++].end =
        ((uintptr_t)room + sizeof(*room) + MH_PAGE - 1) & ~(MH_PAGE - 1);
    room->rest_patience = -1;
    room->kept = room->keep;
    room->kept_end = room->keep + sizeof(room->keep);
    mh_room = room;
    return room;
}

void *mh_rollback_keep(size_t size)
{
    mh_room_t *room = mh_room_make();
    char *given;

    size = (size + 63) & ~(size_t)63;
    if (!room || size > (size_t)(room->kept_end - room->kept))
        return NULL;
    given = room->kept;
    room->kept += size;
    return given;
}

bool mh_rollback_share(void *start, size_t size)
{
    mh_room_t *room = mh_room_make();

    if (!room || room->shared.end)
        return false;
    room->shared.start = (uintptr_t)start;
    room->shared.end = (uintptr_t)start + size;
    room->own[room->own_count++] = room->shared;
    return true;
}

void *mh_room_map(mh_room_t *room, size_t size, int fd)
{
    int access = fd >= 0 ? PROT_READ : PROT_READ | PROT_WRITE;
    int kind = fd >= 0 ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS;
    mh_span_t *own = &room->own[room->own_count];
    long at;

    size = (size + MH_PAGE - 1) & ~(MH_PAGE - 1);
    at = mh_raw6(SYS_mmap, 0, (long)size, access, kind | MAP_NORESERVE, fd, 0);
    if (at < 0 && at > -(long)MH_PAGE)
        return NULL;
    own->start = (uintptr_t)at;
    own->end = own->start + size;
    room->own_count++;
    return (void *)own->start;
}

bool mh_rollback_owns(uintptr_t start, uintptr_t end)
{
    for (int i = 0; mh_room && i < mh_room->own_count; i++)
        if (mh_room->own[i].start <= start && end <= mh_room->own[i].end)
            return true;
    return false;
}

static void call_work(void)
{
    mh_room->work(mh_room->work_context);
}

/* A context that begins in call_work(). */
static void prepare(mh_room_t *room, ucontext_t *from, void (*work)(void *),
                    void *context)
{
    room->work = work;
    room->work_context = context;
    getcontext(&room->service);
    room->service.uc_stack.ss_sp = room->service_stack;
    room->service.uc_stack.ss_size = sizeof(room->service_stack);
    room->service.uc_link = from;
    makecontext(&room->service, call_work, 0);
}

void mh_room_call(mh_room_t *room, ucontext_t *from, void (*work)(void *),
                  void *context)
{
    prepare(room, from, work, context);
    swapcontext(from, &room->service);
}

_Noreturn void mh_room_enter(mh_room_t *room, void (*work)(void *),
                             void *context)
{
    prepare(room, &room->program, work, context);
    setcontext(&room->service);
    __builtin_trap();
}

bool mh_room_page_is_same(const mh_room_t *room, uint32_t page,
                          uintptr_t address)
{
    const uint64_t *at = (const uint64_t *)address;
    const char *content = mh_room_content(room, room->source[page]);

    if (content)
        return !memcmp(at, content, MH_PAGE);
    for (size_t i = 0; i < MH_PAGE / sizeof(*at); i++)
        if (at[i])
            return false;
    return true;
}
