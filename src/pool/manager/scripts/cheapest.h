/*
 * cheapest.h - whether a script is executed because that costs less. Runs in
 * the manager.
 *
 * The cost of a zygote, of templates and of putting memory back is worth it if
 * many requests share much. If the requests of a script seem to share little,
 * some are executed, to compare the processor time: soon, or later if its
 * zygote has taken much longer than that costs each request. If they cost
 * clearly less, all are executed for a while.
 */
#ifndef MEHARI_POOL_MANAGER_SCRIPTS_CHEAPEST_H
#define MEHARI_POOL_MANAGER_SCRIPTS_CHEAPEST_H

#include "pool/manager/scripts/script.h"

/* Seconds for which a script is executed, or is not tried again. */
#define MH_CHEAPEST_AGAIN 600

/* Adds the cost of runs, or of a zygote. */
void mh_cheapest_add(mh_script_t *script, const mh_wire_cost_t *cost);
/* True if this request is to be executed, to compare. */
bool mh_cheapest_tries(mh_script_t *script);
/*
 * Adds a request that was executed: ns of processor time. True, with the reason
 * in why: from here on all are to be executed.
 */
bool mh_cheapest_executed(mh_script_t *script, uint64_t cpu, char *why,
                          size_t size);
/* Notes that the script itself has changed. */
void mh_cheapest_forget(mh_script_t *script);

#endif
