/*
 * attention.c - see attention.h.
 */
#include "pool/attention.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "pool/base.h"
#include "pool/child.h"
#include "pool/loop.h"
#include "pool/notice.h"
#include "pool/queue.h"
#include "pool/worker_base.h"
#include "pool/zygote.h"

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
 * The third word after the name's bracket is its state, and the ninth its
 * flags: proc(5).
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

bool mh_attention_ends(mh_peer_e peer, pid_t pid, uint64_t since, bool gently)
{
    uint64_t age = mh_loop_now() - since;
    unsigned long flags;
    char state;
    bool stopped;

    if (age < PAUSE || pid <= 1)
        return false;
    state = mh_attention_state(pid, &flags);
    stopped = state == 'T' || state == 't';
    if (!stopped && age < MOST)
        return false;
    mh_notice(MH_ERROR,
              "MH3082: %s (process %d) %s: it is ended, others take its place",
              mh_peer_name(peer), (int)pid,
              stopped ? "has been stopped" : "does not answer");
    kill(pid, stopped && gently ? SIGCONT : SIGKILL);
    return true;
}
