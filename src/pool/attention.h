/*
 * attention.h - who has been given something to do, and does not do it.
 *
 * As long as requests wait or run, it is looked twice a second at those below
 * that owe an answer. One that was stopped (SIGSTOP, a debugger) is ended, and
 * after ten seconds one that just does not answer; a request that it has not
 * read is given to another, and so is that of one that has ended while who
 * would tell of it is stopped.
 */
#ifndef MEHARI_POOL_ATTENTION_H
#define MEHARI_POOL_ATTENTION_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "pool/peer.h"

void mh_attention_setup(void);
/* A request has come. */
void mh_attention_begin(void);
/*
 * True: who has owed an answer since then (mh_loop_now()) is to be replaced. It
 * is said, and the process has been sent KILL. gently: one that was only
 * stopped goes on instead, with what it has been told to do, and then ends.
 */
bool mh_attention_ends(mh_peer_e peer, pid_t pid, uint64_t since, bool gently);

/* The kernel's letter for what a process does; Z: it is no more. */
char mh_attention_state(pid_t pid, unsigned long *flags);

#endif
