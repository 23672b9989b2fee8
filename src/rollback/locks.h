/*
 * locks.h - locks that the thread has where it goes on as another process.
 *
 * libc notes in a lock who has it, by the thread's number, which is another in
 * a fork and in a run: a rwlock would take the one who unlocks it for a reader,
 * and stay locked. The program replaces libc's functions that lock (locks.c),
 * so that what is locked is known.
 */
#ifndef MEHARI_ROLLBACK_LOCKS_H
#define MEHARI_ROLLBACK_LOCKS_H

/*
 * NULL, or why it cannot be said which locks there are. From the checkpoint on,
 * and in a fork after mh_locks_own(), none are noted any more.
 */
const char *mh_locks_known(void);

/* They are those of the thread with that number. */
void mh_locks_own(int tid);

#endif
