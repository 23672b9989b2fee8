/*
 * manager_doomed.h - a manager that was killed, and does not end.
 *
 * A process that waits for a file system cannot be ended before that answers,
 * and a program that makes a file system (FUSE) need never answer. Its parent
 * hears nothing of it: only /proc tells.
 *
 * Runs in httpd's parent.
 */
#ifndef MEHARI_MODULE_GATEWAY_POOLS_MANAGER_DOOMED_H
#define MEHARI_MODULE_GATEWAY_POOLS_MANAGER_DOOMED_H

#include <stdbool.h>
#include <sys/types.h>

/* True if the process waits in the kernel, with a SIGKILL that it has got. */
bool mh_manager_doomed(pid_t pid);

#endif
