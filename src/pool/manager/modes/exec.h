/*
 * exec.h - a script run as mod_cgi runs it: fork, and execve().
 */
#ifndef MEHARI_POOL_MANAGER_MODES_EXEC_H
#define MEHARI_POOL_MANAGER_MODES_EXEC_H

#include <sys/resource.h>

#include "pool/manager/jobs/job.h"

/*
 * Starts the job. If there is no process or no memory, answers the job. The new
 * process reports errors on the script's standard error, as httpd does.
 */
void mh_exec_start(mh_job_t *job);
/* Takes the end of an executed program; false: no child here has that pid. */
bool mh_exec_ended(pid_t pid, int status, const struct rusage *usage);

#endif
