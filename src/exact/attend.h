/*
 * attend.h - what a base and a zygote do all day: take orders for new
 * processes, make them, say which have ended.
 *
 * Descriptors from MH_EXACT_FDS on are ours; what is below is as a script
 * finds it, so that what it opens is numbered as in a new perl.
 */
#ifndef MEHARI_ATTEND_H
#define MEHARI_ATTEND_H

#include <stdbool.h>
#include <sys/types.h>

#include "wire/channel.h"

#define MH_EXACT_FDS 200
/* This process's channel to the manager. */
#define MH_EXACT_CONTROL 200
/* The manager, by its process (pidfd_open(2)); until there is a request. */
#define MH_EXACT_MANAGER 201

/*
 * Takes orders of that type from MH_EXACT_CONTROL. It returns in a new process
 * only: with the order that made it, and with MH_EXACT_CONTROL as that
 * process's own channel. The order is overwritten by what is received next.
 * make is _Fork(), as what fork() does for locks, all of which are free in a
 * process with one thread, would write to pages in both; or fork(), where libc
 * or the linker may be in the middle of something, with a lock in its hand.
 */
mh_channel_packet_t *mh_attend(mh_wire_type_e order, pid_t (*make)(void));

/* Receives the next message, into the same buffer; NULL: there is none. */
mh_channel_packet_t *mh_attend_receive(void);

/*
 * Whether anything has been received since the last mh_attend_forget(). The
 * kernel writes it when it takes the message out of the queue: there is no
 * moment between the two at which a process could be killed.
 */
void mh_attend_forget(void);
bool mh_attend_has_received(void);

/* Makes channel the process's own and closes all others of ours. */
void mh_attend_own(int channel);

#endif
