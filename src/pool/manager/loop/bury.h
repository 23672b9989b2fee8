/*
 * bury.h - closing descriptors that may be slow to close, without waiting. Runs
 * in the manager.
 *
 * A process ends, and with that closes what others have put into a socket: the
 * kernel does not linger there, and if it did, nobody would wait for that
 * process.
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
 * Starts a process that takes the next message off a channel that stays. The
 * channel must be left alone until that process has ended. -1: there is none.
 */
pid_t mh_bury_message(int channel);

#endif
