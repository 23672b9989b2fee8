/*
 * signals.h - in a forked process: the ways of the one that forked it end here.
 *
 * Takes no lock, so it can be called between fork() and exec() of a process
 * with threads.
 */
#ifndef MEHARI_POOL_SIGNALS_H
#define MEHARI_POOL_SIGNALS_H

#include <stdint.h>

/*
 * None is blocked, and each does what it does at first, but for those that are
 * ignored: bit 0 stands for signal 1.
 */
void mh_signals_reset(uint64_t ignored);

#endif
