/*
 * stuck.h - ends a process that owes an answer and does not give one;
 * attention.h finds such processes.
 */
#ifndef MEHARI_POOL_MANAGER_COMMON_STUCK_H
#define MEHARI_POOL_MANAGER_COMMON_STUCK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "pool/manager/common/peer.h"
#include "pool/manager/loop/loop.h"

/* Time for which a process may owe an answer before we look at its state. */
#define MH_STUCK_PAUSE (MH_SECOND / 2)

/*
 * True: replace the peer, which has owed an answer since that time
 * (mh_loop_now()). The log has a line, and the process was sent KILL. gently: a
 * process that was only stopped is continued instead; it carries out its order,
 * then ends.
 */
bool mh_stuck_ends(mh_peer_e peer, pid_t pid, uint64_t since, bool gently);

/* True if a signal or a debugger has stopped it. */
bool mh_stuck_is_stopped(pid_t pid);
/*
 * True if it has ended, or is about to end. The kernel closes a process's files
 * before it tells the parent of the end.
 */
bool mh_stuck_is_ending(pid_t pid);

#endif
