/*
 * spawn_loop.h - the main loop of a base and of a zygote: take orders for new
 * processes, fork them, report which have ended.
 */
#ifndef MEHARI_POOL_PERL_SPAWN_LOOP_H
#define MEHARI_POOL_PERL_SPAWN_LOOP_H

#include <stdbool.h>
#include <sys/types.h>

#include "shared/wire/channel.h"

/* Milliseconds without an order or a request after which a process gives memory
 * back, as far as the checkpoint has it (mh_rollback_rest). */
#define MH_REST_AFTER 2000

/*
 * Takes orders (FORK) from MH_PERL_CONTROL. Returns in a new process
 * only: with the order that made it, and with MH_PERL_CONTROL as that process's
 * own channel. The next message overwrites the order. make is _Fork() or
 * fork(). fork() works on locks, and so writes to pages in both processes. With
 * one thread all locks are free, and _Fork() will do; but where libc or the
 * linker may be interrupted while it holds a lock, make must be fork().
 */
mh_channel_packet_t *mh_spawn_loop(pid_t (*make)(void));

/* The same, but it also returns here, with NULL, when a process that it has
 * made has ended. */
mh_channel_packet_t *mh_spawn_loop_first(pid_t (*make)(void));

/*
 * Receives the next message, into the same buffer; NULL: there is none. *first
 * is its first word, which is not 0. The kernel writes it while it takes the
 * message out of the queue, so a process cannot be killed between the two.
 */
mh_channel_packet_t *mh_spawn_loop_receive(uint32_t *first);

#endif
