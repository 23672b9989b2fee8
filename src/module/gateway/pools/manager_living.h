/*
 * manager_living.h - all living managers, including those from before a
 * restart, and their end.
 *
 * A manager ends what is below it. If a file system holds the manager, httpd's
 * parent ends them in its place.
 *
 * Runs in httpd's parent.
 */
#ifndef MEHARI_MODULE_GATEWAY_POOLS_MANAGER_LIVING_H
#define MEHARI_MODULE_GATEWAY_POOLS_MANAGER_LIVING_H

#include <sys/types.h>

#include "apr_pools.h"

/* Adds a child of this process. At the end of httpd's own pool, the managers
 * that live are given some seconds to end. */
void mh_manager_living_note(apr_pool_t *process_pool, pid_t pid);
/* Removes a child that has been waited for. */
void mh_manager_living_forget(pid_t pid);
/* Is called at times. It sends TERM to the processes below managers that were
 * killed but have not ended, and KILL at the next call. */
void mh_manager_living_look(void);

#endif
