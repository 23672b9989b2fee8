/*
 * locks.h - locks that the thread holds when it goes on as another process.
 *
 * libc notes a lock's holder by the thread's number, which is another one in a
 * fork and in a run. A rwlock would take its own writer for a reader, and stay
 * locked. The program replaces libc's functions that lock (locks.c), so that
 * the locks are known. Runs in zygotes and their forks.
 */
#ifndef MEHARI_POOL_ROLLBACK_LOCKS_H
#define MEHARI_POOL_ROLLBACK_LOCKS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * NULL, or why the locks are not known. After the checkpoint, and in a fork
 * after mh_locks_own(), no locks are noted.
 */
const char *mh_locks_known(void);

/*
 * True if the thread has a lock. Then other code, which may want it, must not
 * run.
 */
bool mh_locks_held(void);

/* The locks in that memory are new, and free. */
void mh_locks_dropped(const void *from, size_t size);

/* The locks in that memory have moved to the other. */
void mh_locks_moved(const void *from, const void *to, size_t size);

/* Makes the thread with that number the holder of the locks. */
void mh_locks_own(int tid);

#endif
