/*
 * tally.h - what the manager counts: how its requests ended, and how its
 * scripts do.
 *
 * The figures of scripts are on a board of the manager's own. Those of requests
 * to workers are on another, which the workers write.
 */
#ifndef MEHARI_POOL_TALLY_H
#define MEHARI_POOL_TALLY_H

#include "pool/run.h"
#include "status/board.h"
#include "wire/status.h"

struct mh_script_t;

/* NULL, or why there are none. */
const char *mh_tally_open(void);
const mh_board_t *mh_tally_board(void);
/*
 * That of the workers, and a descriptor to it for them; -1: they have none,
 * and the board no memory.
 */
const mh_board_t *mh_tally_workers(int *fd);

void mh_tally_count(mh_count_e what);
uint64_t mh_tally_of(mh_count_e what);
/* ns since the manager has started. */
uint64_t mh_tally_age(void);

/* A run was not run, or was ended; has ended; is not wanted any more. */
void mh_tally_refused(mh_wire_reason_e reason);
void mh_tally_ended(const mh_run_t *run, int status);
void mh_tally_cancelled(const mh_run_t *run);
/* A template has put its memory back. */
void mh_tally_restored(const mh_wire_restored_t *restored);
const mh_wire_restored_t *mh_tally_of_restores(void);
/* Its last error, as httpd has heard it. */
void mh_tally_said(const mh_wire_message_t *message);

#endif
