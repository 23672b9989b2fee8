/*
 * manager_doomed.h - a manager that was killed, and does not end.
 *
 * A process that waits for a file system cannot be ended before the file system
 * answers, and a FUSE program may never answer. No event tells the parent of
 * this state; only /proc shows it.
 *
 * Runs in httpd's parent.
 */
#ifndef MEHARI_MODULE_GATEWAY_POOLS_MANAGER_DOOMED_H
#define MEHARI_MODULE_GATEWAY_POOLS_MANAGER_DOOMED_H

#include <stdbool.h>
#include <sys/types.h>

/* True if the process waits in the kernel, and a SIGKILL is pending for it. */
bool mh_manager_doomed(pid_t pid);

#endif
