/*
 * ahead.h - whether a script's zygote may run the script as far as its first
 * look, or only compiles it. Runs in the manager.
 *
 * Running ahead is in vain if fork() cannot keep what the script does, or if
 * the script reads a file that nearly every request changes. Then the next
 * zygotes only compile, for a while.
 */
#ifndef MEHARI_POOL_MANAGER_MODES_AHEAD_H
#define MEHARI_POOL_MANAGER_MODES_AHEAD_H

#include "pool/manager/perl/process_events.h"
#include "pool/manager/perl/zygotes.h"
#include "pool/manager/scripts/script.h"

/* The mode of the next zygote of a script that is shared. */
mh_wire_mode_e mh_ahead_mode(const mh_script_t *script);

/* The reason why its zygotes do not run ahead, a sentence's rest; NULL: they
 * do. */
const char *mh_ahead_why(const mh_script_t *script);

/* The zygote did not become ready. True: the next one only compiles. */
bool mh_ahead_failed(mh_script_t *script, const mh_zygote_t *zygote,
                     mh_outcome_e outcome);

/* Notes that a file that the script's zygote has looked at has changed. */
void mh_ahead_changed(mh_script_t *script);

/* Notes that the script itself has changed. */
void mh_ahead_forget(mh_script_t *script);

#endif
