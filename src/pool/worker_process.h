/*
 * worker_process.h - a process of the manager's becomes the one that workers
 * are forked from.
 */
#ifndef MEHARI_POOL_WORKER_PROCESS_H
#define MEHARI_POOL_WORKER_PROCESS_H

#include <sys/types.h>

/*
 * Ours are ends[0], its channel, and said[0], its standard error; neither ever
 * waits. 0 or an errno.
 */
int mh_worker_process_start(int ends[2], int said[2], pid_t *pid);

#endif
