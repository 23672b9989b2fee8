/*
 * exec.h - a script run as mod_cgi runs it: fork, and execve().
 */
#ifndef MEHARI_POOL_EXEC_H
#define MEHARI_POOL_EXEC_H

#include "pool/run.h"

/*
 * Starts the run. When there is no process or memory for one, answers it. What
 * goes wrong in the new process it says on the script's standard error, as
 * httpd does.
 */
void mh_exec_start(mh_run_t *run);
/* A child that was not a zygote's has ended; false: it is not known here. */
bool mh_exec_ended(pid_t pid, int status);

#endif
