/*
 * bury.h - closing descriptors that may be slow to close, without waiting. Runs
 * in the manager.
 *
 * The end of a child closes the descriptors that others have put into a socket.
 * The kernel does not linger at a process's end; even if it did, nobody waits
 * for that child.
 */
#ifndef MEHARI_POOL_MANAGER_LOOP_BURY_H
#define MEHARI_POOL_MANAGER_LOOP_BURY_H

#include <sys/types.h>

/*
 * Closes the descriptor, or has it closed by a process. If no process can be
 * made, the descriptor stays open, but nothing comes in any more.
 */
void mh_bury(int fd);
/*
 * Starts a process that takes the next message off a channel; the channel
 * stays. The channel must be left alone until that process has ended. -1: no
 * process could be made.
 */
pid_t mh_bury_message(int channel);

#endif
