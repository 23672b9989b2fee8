/*
 * start.h - from the manager to a base, by exec.
 *
 * A manager has had requests in its memory, and a fork of it has them too. So a
 * base is this program, executed anew: what it is to know is in a memory file,
 * and nothing else of the manager is in it, or in what it forks.
 */
#ifndef MEHARI_START_H
#define MEHARI_START_H

#include "exact/exact.h"

/* The program's name by which main() knows a base. */
#define MH_EXACT_BASE_NAME "mehari-base"

/*
 * In a process that the manager has just forked: executes a base. Ends the
 * process when that fails.
 */
_Noreturn void mh_exact_execute(const mh_exact_start_t *start);

/* The main() of what was executed. */
_Noreturn void mh_exact_main(void);

#endif
