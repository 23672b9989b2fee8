/*
 * run_mode.h - the mode in which a script is run: executed, or forked from a
 * zygote that has compiled it, or from one that has only loaded its modules.
 * Runs in the manager.
 *
 * In doubt the script is executed. Then everything is as under mod_cgi,
 * including the script's errors.
 */
#ifndef MEHARI_POOL_MANAGER_MODES_RUN_MODE_H
#define MEHARI_POOL_MANAGER_MODES_RUN_MODE_H

#include "pool/manager/scripts/script.h"
#include "pool/manager/jobs/job.h"

/* Listens to the events of processes (perl/process_events.h). */
void mh_run_mode_setup(void);
/*
 * Gives the job to a process, lets it wait for one, or answers it. The job must
 * be in no queue, and a slot must be free.
 */
void mh_run_mode_start(mh_job_t *job);
/* Takes the changes of files that scripts and processes depend on. */
void mh_run_mode_drain(void);

#endif
