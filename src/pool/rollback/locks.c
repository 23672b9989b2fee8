/*
 * locks.c - see locks.h.
 */
#include "pool/rollback/locks.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "pool/rollback/raw.h"
#include "pool/rollback/room.h"

#define HELD 64

/* In the lock's word where the kernel looks at it (futex(2)). */
#define FUTEX_OWNER 0x3fffffff
/* Kinds of such mutexes: robust, and with inheritance of priorities. */
#define KIND_OF_KERNEL (16 | 32)

typedef struct mh_held_t {
    const void *lock;
    int *owner;
    int *word; /* both may be NULL: the lock does not say who has it */
} mh_held_t;

/*
 * The list is not in the room, because it is part of the program's memory, as
 * the locks are.
 */
static mh_held_t held[HELD];
static int count;
static bool lost;
static bool over;

/* True while a script is compiled, in one thread. */
static bool is_noted(void)
{
    return !over && !(mh_room && mh_room->made);
}

static void note(mh_held_t what)
{
    if (count == HELD)
        lost = true;
    else
        held[count++] = what;
}

static void forget(const void *lock)
{
    int at = count;

    while (at > 0 && held[at - 1].lock != lock)
        at--;
    if (!at)
        return;
    for (count--; at <= count; at++)
        held[at - 1] = held[at];
}

const char *mh_locks_known(void)
{
    return lost ? "there are too many locks that the thread has" : NULL;
}

bool mh_locks_held(void)
{
    return count > 0;
}

static bool is_in(const mh_held_t *lock, const void *from, size_t size)
{
    return (uintptr_t)lock->lock - (uintptr_t)from < size;
}

void mh_locks_dropped(const void *from, size_t size)
{
    for (int i = count; i-- > 0;)
        if (is_in(&held[i], from, size))
            forget(held[i].lock);
}

static void *moved(const void *at, const void *from, const void *to)
{
    return at ? (char *)to + ((const char *)at - (const char *)from) : NULL;
}

void mh_locks_moved(const void *from, const void *to, size_t size)
{
    for (int i = 0; i < count; i++) {
        mh_held_t *lock = &held[i];

        if (!is_in(lock, from, size))
            continue;
        lock->lock = moved(lock->lock, from, to);
        lock->owner = moved(lock->owner, from, to);
        lock->word = moved(lock->word, from, to);
    }
}

void mh_locks_own(int tid)
{
    over = true;
    for (int i = 0; i < count; i++) {
        if (held[i].owner)
            *held[i].owner = tid;
        if (held[i].word)
            *held[i].word = (*held[i].word & ~FUTEX_OWNER) | tid;
    }
}

/* --- libc's --- */

#if MH_ROLLBACK_POSSIBLE

/* libc's headers have names that only it may use. */
/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */

static int mutex_locked(int error, pthread_mutex_t *mutex)
{
    struct __pthread_mutex_s *data = &mutex->__data;

    if (!error && is_noted())
        note((mh_held_t){ .lock = mutex,
                          .owner = &data->__owner,
                          .word = data->__kind & KIND_OF_KERNEL ? &data->__lock
                                                                : NULL });
    return error;
}

static int rwlock_locked(int error, pthread_rwlock_t *lock)
{
    if (!error && is_noted())
        note((mh_held_t){ .lock = lock, .owner = &lock->__data.__cur_writer });
    return error;
}

static int unlocked(int error, const void *lock)
{
    if (!error && is_noted())
        forget(lock);
    return error;
}

/* Defines a function that calls the next one in the order of libraries, and
 * then done(). */
#define REPLACE(name, type, done)                                              \
    int name(type *lock)                                                       \
    {                                                                          \
        static int (*next)(type *);                                            \
                                                                               \
        if (!next)                                                             \
            *(void **)&next = dlsym(RTLD_NEXT, #name);                         \
        return done(next(lock), lock);                                         \
    }

REPLACE(pthread_mutex_lock, pthread_mutex_t, mutex_locked)
REPLACE(pthread_mutex_trylock, pthread_mutex_t, mutex_locked)
REPLACE(pthread_mutex_unlock, pthread_mutex_t, unlocked)
REPLACE(pthread_rwlock_wrlock, pthread_rwlock_t, rwlock_locked)
REPLACE(pthread_rwlock_trywrlock, pthread_rwlock_t, rwlock_locked)
REPLACE(pthread_rwlock_unlock, pthread_rwlock_t, unlocked)

/* Code that locks again, in the same thread, would wait for itself. */
int pthread_once(pthread_once_t *lock, void (*start)(void))
{
    static int (*next)(pthread_once_t *, void (*)(void));
    int error;

    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "pthread_once");
    if (is_noted())
        note((mh_held_t){ .lock = lock });
    error = next(lock, start);
    if (is_noted())
        forget(lock);
    return error;
}

/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */

#endif
