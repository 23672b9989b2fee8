/*
 * heartbeat.h - a manager that does not come round is ended by the kernel.
 *
 * A timer kills the process unless it is set again, which the loop does. So a
 * manager that was stopped (SIGSTOP), runs in circles, or waits for what never
 * comes is gone after MH_HEARTBEAT seconds: httpd's parent starts the next, and
 * the processes below see their channels end.
 */
#ifndef MEHARI_POOL_HEARTBEAT_H
#define MEHARI_POOL_HEARTBEAT_H

#include <stdint.h>

#define MH_HEARTBEAT 6 /* seconds */

/* Before any user is taken, who may have used up his timers. */
void mh_heartbeat_make(void);
/* In each round; now: nanoseconds. Costs a system call once a second. */
void mh_heartbeat(uint64_t now);

#endif
