/*
 * counters.h - the manager's counts: the ends of its requests, and figures of
 * its scripts.
 *
 * The figures of scripts are on a scoreboard of the manager. Workers write the
 * figures of their requests to another scoreboard.
 */
#ifndef MEHARI_POOL_MANAGER_COMMON_COUNTERS_H
#define MEHARI_POOL_MANAGER_COMMON_COUNTERS_H

#include "shared/scoreboard.h"
#include "shared/wire/wire_status.h"

/* Maps the manager's scoreboard. NULL, or why there is none. */
const char *mh_counters_open(void);
const mh_scoreboard_t *mh_counters_board(void);
/*
 * The workers' scoreboard, and a descriptor of it for them. -1: no descriptor,
 * and the scoreboard has no memory.
 */
const mh_scoreboard_t *mh_counters_workers(int *fd);

void mh_counters_count(mh_count_e what);
uint64_t mh_counters_of(mh_count_e what);
/* ns since the manager has started. */
uint64_t mh_counters_age(void);

/* Counts a request that was not run, or not to its end. */
void mh_counters_refused(mh_wire_reason_e reason);
/* Counts a template that has put its memory back. */
void mh_counters_restored(const mh_wire_restored_t *restored);
const mh_wire_restored_t *mh_counters_of_restores(void);

#endif
