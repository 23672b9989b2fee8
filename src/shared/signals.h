/*
 * signals.h - resets signals in a forked process, so that its parent's handlers
 * do not run there.
 *
 * Takes no lock, so it can be called between fork() and exec() of a process
 * with threads.
 */
#ifndef MEHARI_SHARED_SIGNALS_H
#define MEHARI_SHARED_SIGNALS_H

#include <stdint.h>

/*
 * Unblocks all signals and restores the defaults, but for signals that are
 * ignored: bit 0 stands for signal 1.
 */
void mh_signals_reset(uint64_t ignored);

#endif
