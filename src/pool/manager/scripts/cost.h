/*
 * cost.h - what the requests of a script cost, and whether the script could
 * gain more. If it is worth a line, the log says once what comes after the
 * script's first look. Runs in the manager. Figures come from processes in
 * which scripts run, so they are bounded, and only compared.
 */
#ifndef MEHARI_POOL_MANAGER_SCRIPTS_COST_H
#define MEHARI_POOL_MANAGER_SCRIPTS_COST_H

#include "pool/manager/scripts/script.h"

/* The script has a new zygote, which has stopped at that look; NULL: at none.
 */
void mh_cost_begin(mh_script_t *script, const char *look);
/* Adds what a zygote or its runs have cost (COST and LOADED). present: they
 * are runs of its present zygote. Returns the bytes of modules of the longer
 * list that they have compiled. */
uint64_t mh_cost_add(mh_script_t *script, const mh_wire_message_t *message,
                     bool present);
/* Adds a run that was executed: ns of processor time. */
void mh_cost_add_executed(mh_script_t *script, uint64_t cpu);
/* Notes that the script, or a file that it depends on, has changed. */
void mh_cost_forget(mh_script_t *script);

/* The base that would have loaded what its runs compile. more: bytes of modules
 * of the longer list that runs of all scripts of its base have compiled. */
mh_wire_modules_e mh_cost_wants(const mh_script_t *script, uint64_t more);

/* Figures of one request in the script's present mode: ns of processor time,
 * and bytes of files that it compiles. Unknown ones stay as they are. */
void mh_cost_of(const mh_script_t *script, uint64_t *cpu, uint64_t *compiled);

#endif
