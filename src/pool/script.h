/*
 * script.h - what is known of one script, and how a request for it is run.
 */
#ifndef MEHARI_POOL_SCRIPT_H
#define MEHARI_POOL_SCRIPT_H

#include "pool/run.h"

/*
 * Gives the run to a process, lets it wait for one, or answers it. It is in no
 * queue, and there is a free slot.
 */
void mh_script_start(mh_run_t *run);
/* The run ends. */
void mh_script_leave(mh_run_t *run);
/* For messages. */
const char *mh_script_name(const mh_run_t *run);
/* Where a running request is: its Perl stack, to the log. */
void mh_script_report_stack(mh_run_t *run);

#endif
