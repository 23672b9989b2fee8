/*
 * pids.c - see pids.h.
 */
#include "shared/pids.h"

#include <signal.h>
#include <stdlib.h>

bool mh_pids_make_room(mh_pids_t *pids)
{
    size_t room = pids->room ? pids->room * 2 : 16;
    pid_t *at;

    if (pids->count < pids->room)
        return true;
    at = realloc(pids->at, room * sizeof(*at));
    if (!at)
        return false;
    pids->at = at;
    pids->room = room;
    return true;
}

void mh_pids_add(mh_pids_t *pids, pid_t pid)
{
    pids->at[pids->count++] = pid;
}

bool mh_pids_remove(mh_pids_t *pids, pid_t pid)
{
    for (size_t i = 0; i < pids->count; i++)
        if (pids->at[i] == pid) {
            pids->at[i] = pids->at[--pids->count];
            return true;
        }
    return false;
}

void mh_pids_kill(const mh_pids_t *pids, int number)
{
    for (size_t i = 0; i < pids->count; i++)
        kill(pids->at[i], number);
}
