/*
 * bury.h - closing what may be slow to close, without waiting for it.
 *
 * What others have put into a socket is closed by a process that ends for it:
 * there the kernel does not linger, and if it did, nobody would wait.
 */
#ifndef MEHARI_POOL_BURY_H
#define MEHARI_POOL_BURY_H

#include <sys/types.h>

/*
 * Closes the descriptor, or has it closed. When there is no process for that it
 * stays open, but nothing comes in any more.
 */
void mh_bury(int fd);
/*
 * A process that takes the next message off a channel that stays: until it has
 * ended, the channel must be left alone. -1: there is none.
 */
pid_t mh_bury_message(int channel);

#endif
