/*
 * inherit.c - see inherit.h.
 */
#include "pool/rollback/inherit.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#if __has_include(<sys/rseq.h>)
#include <sys/rseq.h>
#endif

#include "pool/rollback/expected.h"
#include "pool/rollback/locks.h"
#include "pool/rollback/raw.h"
#include "pool/rollback/rollback.h"
#include "pool/rollback/room.h"

/* glibc keeps the thread's id in the first page or so of the thread's
 * structure. */
#define THREAD_BYTES 2048

typedef struct mh_atfork_t {
    void (*before)(void);
    void (*child)(void);
    void *library; /* its __dso_handle */
} mh_atfork_t;

/*
 * The list is not in the room, because handlers are part of the program's
 * memory, as libraries are.
 */
static mh_atfork_t handlers[MH_ATFORKS];
static unsigned handler_count;
static bool handlers_lost;

int __register_atfork(void (*before)(void), void (*parent)(void),
                      void (*child)(void), void *library);

/* Replaces libc's function, to which pthread_atfork() leads. */
int __register_atfork(void (*before)(void), void (*parent)(void),
                      void (*child)(void), void *library)
{
    static int (*next)(void (*)(void), void (*)(void), void (*)(void), void *);

    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "__register_atfork");
    if (before || child) {
        if (handler_count == MH_ATFORKS)
            handlers_lost = true;
        else
            handlers[handler_count++] = (mh_atfork_t){ before, child, library };
    }
    return next(before, parent, child, library);
}

/* A library that has been unloaded has taken its handlers with it. */
static bool is_loaded(void (*function)(void), const void *library)
{
    Dl_info of_function;
    Dl_info of_library;

    return dladdr(*(void **)&function, &of_function) &&
           (!library || (dladdr(library, &of_library) &&
                         of_library.dli_fbase == of_function.dli_fbase));
}

static bool all_loaded(const mh_atfork_t *handler)
{
    return (!handler->before || is_loaded(handler->before, handler->library)) &&
           (!handler->child || is_loaded(handler->child, handler->library));
}

/*
 * Done once, because the search goes through all symbols of the library, which
 * took an eighth of a short run.
 */
static void forget_unloaded(void)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < handler_count; i++)
        if (all_loaded(&handlers[i]))
            handlers[kept++] = handlers[i];
    handler_count = kept;
}

void mh_inherit_handlers(void)
{
    for (unsigned i = handler_count; i-- > 0;)
        if (handlers[i].before)
            handlers[i].before();
    for (unsigned i = 0; i < handler_count; i++)
        if (handlers[i].child)
            handlers[i].child();
}

/* A run notes its end in that memory; no other process needs it. */
void mh_rollback_shared(bool keep)
{
    const mh_span_t *shared = mh_room ? &mh_room->shared : NULL;

    mh_expected_keep_from_children(mh_room);
    if (shared && shared->end)
        mh_raw3(keep ? SYS_madvise : SYS_munmap, (long)shared->start,
                (long)(shared->end - shared->start), MADV_DONTFORK);
}

void mh_rollback_forked(bool call_handlers)
{
    mh_locks_own((int)mh_raw3(SYS_gettid, 0, 0, 0));
    if (call_handlers)
        mh_inherit_handlers();
}

/*
 * The kernel knows the address, because it clears the id there when the thread
 * ends. If the kernel does not tell, the structure is searched for the number.
 */
static char *find_tid(void)
{
    char *place = NULL;
    char *self = (char *)pthread_self();
    int tid = (int)mh_raw3(SYS_gettid, 0, 0, 0);
    char *found = NULL;

    if (!mh_raw3(SYS_prctl, PR_GET_TID_ADDRESS, mh_raw_pointer(&place), 0) &&
        place && !memcmp(place, &tid, sizeof(tid)))
        return place;
    for (size_t i = 0; i < THREAD_BYTES; i += sizeof(tid)) {
        if (memcmp(self + i, &tid, sizeof(tid)) != 0)
            continue;
        if (found)
            return NULL;
        found = self + i;
    }
    return found;
}

/*
 * The checkpoint may be in a constructor of a library. Then the dynamic linker
 * is loading that library, and holds locks. The locks are in the linker's
 * structure, which has no public layout, but a symbol with a size.
 */
static void find_locks(mh_room_t *room)
{
    int tid = (int)mh_raw3(SYS_gettid, 0, 0, 0);
    char *at = dlsym(RTLD_DEFAULT, "_rtld_global");
    const ElfW(Sym) *symbol = NULL;
    Dl_info info;
    char *end;

    if (!at || !dladdr1(at, &info, (void **)&symbol, RTLD_DL_SYMENT) || !symbol)
        return;
    end = at + symbol->st_size - sizeof(pthread_mutex_t);
    for (; at <= end && room->owners < MH_LOCKS; at += sizeof(void *)) {
        struct __pthread_mutex_s *lock = (void *)at;

        if (lock->__lock && lock->__count && lock->__owner == tid &&
            lock->__kind == PTHREAD_MUTEX_RECURSIVE_NP)
            room->owner[room->owners++] = &lock->__owner;
    }
}

const char *mh_inherit_note(mh_room_t *room)
{
    forget_unloaded();
    find_locks(room);
    room->tid = find_tid();
    if (mh_raw3(SYS_get_robust_list, 0, mh_raw_pointer(&room->robust),
                mh_raw_pointer(&room->robust_size)))
        room->robust = NULL;
    if (mh_raw3(SYS_sigaltstack, 0, mh_raw_pointer(&room->alternate), 0))
        room->alternate.ss_flags = SS_DISABLE;
    sigaction(SIGCHLD, NULL, &room->child_action);
    if (!room->tid)
        return "it is not known where libc keeps the thread's id";
    if (handlers_lost)
        return "there are too many handlers of pthread_atfork()";
    return mh_locks_known();
}

/* The call is the same as libc's. A refusal of the kernel is known already. */
void mh_inherit_enter(void)
{
#ifdef RSEQ_SIG
    struct rseq *area;
    unsigned size = __rseq_size < 32 ? 32 : __rseq_size;

    if (!__rseq_size)
        return;
    area = (struct rseq *)((char *)__builtin_thread_pointer() + __rseq_offset);
    if (mh_raw6(SYS_rseq, mh_raw_pointer(area), size, 0, RSEQ_SIG, 0, 0))
        area->cpu_id = (unsigned)RSEQ_CPU_ID_REGISTRATION_FAILED;
#endif
}

void mh_inherit_leave(void)
{
#ifdef RSEQ_SIG
    char *area = (char *)__builtin_thread_pointer() + __rseq_offset;
    unsigned size = __rseq_size < 32 ? 32 : __rseq_size;

    /* The kernel would otherwise write to the area at any time. */
    if (__rseq_size)
        mh_raw6(SYS_rseq, mh_raw_pointer(area), size, RSEQ_FLAG_UNREGISTER,
                RSEQ_SIG, 0, 0);
#endif
}

void mh_inherit_begin(mh_room_t *room)
{
    int tid;

    mh_inherit_enter();
    memcpy(&tid, room->tid, sizeof(tid));
    mh_locks_own(tid);
    for (int i = 0; i < room->owners; i++)
        *room->owner[i] = tid;
    if (room->robust)
        mh_raw3(SYS_set_robust_list, mh_raw_pointer(room->robust),
                (long)room->robust_size, 0);
    if (!(room->alternate.ss_flags & SS_DISABLE))
        mh_raw3(SYS_sigaltstack, mh_raw_pointer(&room->alternate), 0, 0);
    if (room->child_action.sa_handler != SIG_DFL || room->child_action.sa_flags)
        sigaction(SIGCHLD, &room->child_action, NULL);
}
