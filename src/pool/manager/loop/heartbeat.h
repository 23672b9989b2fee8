/*
 * heartbeat.h - has the kernel end a manager whose loop stands still.
 *
 * A timer kills the process unless the loop sets it again. So a manager that
 * was stopped (SIGSTOP), is in an endless loop, or waits for ever is gone after
 * MH_HEARTBEAT seconds: httpd's parent starts the next, and the processes below
 * see their channels end.
 */
#ifndef MEHARI_POOL_MANAGER_LOOP_HEARTBEAT_H
#define MEHARI_POOL_MANAGER_LOOP_HEARTBEAT_H

#include <stdint.h>

#define MH_HEARTBEAT 6 /* seconds */

/*
 * Makes the timer. Call it before the process takes the pool's user, whose
 * timers may be used up.
 */
void mh_heartbeat_make(void);
/* Sets the timer again in each round; now: nanoseconds. Costs a system call
 * once a second. */
void mh_heartbeat(uint64_t now);

#endif
