/*
 * worker_process.h - a forked process of the manager's executes httpd, as the
 * base that workers are forked from.
 */
#ifndef MEHARI_POOL_MANAGER_WORKERS_WORKER_PROCESS_H
#define MEHARI_POOL_MANAGER_WORKERS_WORKER_PROCESS_H

#include <sys/types.h>

/*
 * Starts the process. The manager's ends are ends[0], the channel, and said[0],
 * the standard error; neither ever waits. 0 or an errno.
 */
int mh_worker_process_start(int ends[2], int said[2], pid_t *pid);

#endif
