/*
 * manager_below.h - the processes below a manager that cannot end them itself.
 *
 * The processes are found by their parents (/proc). A process that a script has
 * left behind has another parent, and is not among them.
 *
 * Runs in httpd's parent, and does not wait for any of them.
 */
#ifndef MEHARI_MODULE_GATEWAY_POOLS_MANAGER_BELOW_H
#define MEHARI_MODULE_GATEWAY_POOLS_MANAGER_BELOW_H

#include <sys/types.h>

/* Sends a signal to each process below a child of this one that has not been
 * waited for. */
void mh_manager_below_signal(pid_t manager, int number);

#endif
