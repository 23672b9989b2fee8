/*
 * pids.h - the few children of a process that its manager orders to fork: a
 * base, a zygote, a worker base.
 *
 * A list of zeros is empty. It belongs to the process that forks; a child that
 * goes on frees its copy.
 */
#ifndef MEHARI_SHARED_PIDS_H
#define MEHARI_SHARED_PIDS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct mh_pids_t {
    pid_t *at;
    size_t count;
    size_t room;
} mh_pids_t;

/*
 * Call it before fork(), because every child must be in the list. False: there
 * is no memory for one more.
 */
bool mh_pids_make_room(mh_pids_t *pids);
/* After mh_pids_make_room(). */
void mh_pids_add(mh_pids_t *pids, pid_t pid);
/* False: the process was not in the list. */
bool mh_pids_remove(mh_pids_t *pids, pid_t pid);
/* Sends each of them a signal. */
void mh_pids_kill(const mh_pids_t *pids, int number);

#endif
