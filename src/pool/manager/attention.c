/*
 * attention.c - see attention.h.
 */
#include "pool/manager/attention.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "pool/manager/processes/base.h"
#include "pool/manager/processes/child.h"
#include "pool/manager/loop/loop.h"
#include "pool/manager/notice.h"
#include "pool/manager/queue.h"
#include "pool/manager/processes/worker_base.h"
#include "pool/manager/processes/zygote.h"

#define PAUSE (MH_SECOND / 2)
#define MOST (10 * MH_SECOND)

static mh_timers_t timers;
static mh_timer_t timer;

static void look(mh_timer_t *due)
{
    mh_base_look();
    mh_zygote_look();
    mh_child_look();
    mh_worker_base_look();
    if (!mh_queue_idle())
        mh_timer_set(&timers, due);
}

void mh_attention_setup(void)
{
    mh_timer_init(&timer);
    mh_loop_add_timers(&timers, PAUSE, look);
}

void mh_attention_begin(void)
{
    if (mh_link_empty(&timer.link))
        mh_timer_set(&timers, &timer);
}

/*
 * The state is the third word after the name's bracket, the flags are the
 * ninth: proc(5).
 */
char mh_attention_state(pid_t pid, unsigned long *flags)
{
    char text[512];
    char state = 'Z';
    const char *at;
    ssize_t size;
    int fd;

    *flags = 0;
    snprintf(text, sizeof(text), "/proc/%d/stat", (int)pid);
    fd = open(text, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return state;
    size = read(fd, text, sizeof(text) - 1);
    close(fd);
    text[size > 0 ? size : 0] = '\0';
    at = strrchr(text, ')');
    if (at)
        sscanf(at, ") %c %*d %*d %*d %*d %*d %lu", &state, flags);
    return state;
}

/* A child may end while the process that would report its end is stopped. */
static bool is_served_by(mh_peer_e peer)
{
    return peer == MH_PEER_CHILD || peer == MH_PEER_TEMPLATE ||
           peer == MH_PEER_WORKER;
}

/* NULL: there is no trouble yet. */
static const char *trouble_of(mh_peer_e peer, char state, uint64_t age)
{
    if (state == 'T' || state == 't')
        return "has been stopped";
    if ((state == 'Z' || state == 'X') && is_served_by(peer))
        return "has ended without a notice";
    return age < MOST ? NULL : "does not answer";
}

bool mh_attention_ends(mh_peer_e peer, pid_t pid, uint64_t since, bool gently)
{
    uint64_t age = mh_loop_now() - since;
    unsigned long flags;
    const char *trouble;
    char state;

    if (age < PAUSE || pid <= 1)
        return false;
    state = mh_attention_state(pid, &flags);
    trouble = trouble_of(peer, state, age);
    if (!trouble)
        return false;
    mh_notice(MH_ERROR,
              "MH3082: %s (process %d) %s: it is ended, others take its place",
              mh_peer_name(peer), (int)pid, trouble);
    if (state == 'T' || state == 't')
        kill(pid, gently ? SIGCONT : SIGKILL);
    else if (state != 'Z' && state != 'X')
        kill(pid, SIGKILL);
    return true;
}
