/*
 * memory.h - what a process costs.
 */
#ifndef MEHARI_POOL_MEMORY_H
#define MEHARI_POOL_MEMORY_H

#include <stdint.h>
#include <sys/types.h>

/*
 * Bytes that no other process has: what its end would give back. 0 when the
 * kernel does not say. Takes about as long as a fork.
 */
uint64_t mh_memory_private(pid_t pid);

#endif
