/*
 * stuck.c - see stuck.h.
 */
#include "pool/manager/common/stuck.h"

#include <signal.h>

#include "pool/manager/common/notice.h"
#include "shared/proc.h"

#define MOST (10 * MH_SECOND)

/* A child may end while the process that would report its end is stopped. */
static bool is_served_by(mh_peer_e peer)
{
    return peer == MH_PEER_TEMPLATE || peer == MH_PEER_WORKER;
}

static bool is_stopped(char state)
{
    return state == 'T' || state == 't';
}

bool mh_stuck_is_stopped(pid_t pid)
{
    unsigned long flags;

    return is_stopped(mh_proc_state(pid, &flags));
}

static bool is_over(char state)
{
    return state == 'Z' || state == 'X';
}

bool mh_stuck_is_ending(pid_t pid)
{
    const unsigned long exiting = 0x4; /* PF_EXITING, proc(5) */
    unsigned long flags;
    char state = mh_proc_state(pid, &flags);

    return is_over(state) || flags & exiting;
}

/* NULL: there is no trouble yet. */
static const char *trouble_of(mh_peer_e peer, char state, uint64_t age)
{
    if (is_stopped(state))
        return "has been stopped";
    if (is_over(state) && is_served_by(peer))
        return "has ended without a notice";
    return age < MOST ? NULL : "does not answer";
}

bool mh_stuck_ends(mh_peer_e peer, pid_t pid, uint64_t since, bool gently)
{
    uint64_t age = mh_loop_now() - since;
    unsigned long flags;
    const char *trouble;
    char state;

    if (age < MH_STUCK_PAUSE || pid <= 1)
        return false;
    state = mh_proc_state(pid, &flags);
    trouble = trouble_of(peer, state, age);
    if (!trouble)
        return false;
    mh_notice(MH_ERROR,
              "MH3082: %s (process %d) %s: it is ended, others take its place",
              mh_peer_name(peer), (int)pid, trouble);
    if (is_stopped(state))
        kill(pid, gently ? SIGCONT : SIGKILL);
    else if (!is_over(state))
        kill(pid, SIGKILL);
    return true;
}
