/*
 * attention.h - processes that owe an answer and do not give it.
 *
 * As long as requests wait or run, the manager looks twice a second at the
 * processes below that owe an answer. It ends one that was stopped (SIGSTOP, a
 * debugger), and after ten seconds one that just does not answer. A request
 * that such a process has not read is given to another; so is the request of a
 * process that has ended while its reporter is stopped.
 */
#ifndef MEHARI_POOL_MANAGER_ATTENTION_H
#define MEHARI_POOL_MANAGER_ATTENTION_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "pool/manager/peer.h"

void mh_attention_setup(void);
/* Starts to look: a request has come. */
void mh_attention_begin(void);
/*
 * True: the peer that has owed an answer since then (mh_loop_now()) is to be
 * replaced. The operator was told, and the process has been sent KILL. gently:
 * a process that was only stopped is continued instead, does what it was
 * ordered, and then ends.
 */
bool mh_attention_ends(mh_peer_e peer, pid_t pid, uint64_t since, bool gently);

/* The kernel's letter for the state of a process; Z: it has ended. */
char mh_attention_state(pid_t pid, unsigned long *flags);

#endif
