/*
 * reports.c - see reports.h.
 */
#include "pool/reports.h"

#include <errno.h>
#include <signal.h>

#include "pool/bury.h"
#include "pool/loop.h"
#include "pool/manner.h"

/* As many are taken in one round: others have something to say too. */
#define ROUND 64

/* Those who spoke before they were known. */
#define EARLY 32
#define EARLY_TIME MH_SECOND

static mh_source_t source;
static mh_hear_address_t own;

/* Who takes a message off; -1: there was no process for it; 0: nobody. */
static pid_t buried;
static mh_timers_t bury_timers;
static mh_timer_t bury_timer;

static struct {
    pid_t pid;
    int status;
    bool stays;
    uint64_t time;
} early[EARLY];
static unsigned early_count; /* all that there ever were */

static bool stays(const mh_wire_message_t *message)
{
    return mh_wire_number(message, MH_TAG_MODE, 0) == MH_MODE_TEMPLATE;
}

static void end_run(mh_child_t *child, int status, bool lives_on)
{
    if (lives_on)
        mh_child_stays(child, status);
    else
        mh_child_finished(child, status);
}

static void keep(pid_t pid, int status, bool lives_on)
{
    unsigned at = early_count++ % EARLY;

    early[at].pid = pid;
    early[at].status = status;
    early[at].stays = lives_on;
    early[at].time = mh_loop_now();
}

void mh_reports_recall(mh_child_t *child)
{
    unsigned count = early_count < EARLY ? early_count : EARLY;

    for (unsigned i = 0; i < count; i++) {
        if (early[i].pid != child->pid)
            continue;
        early[i].pid = 0;
        if (mh_loop_now() - early[i].time >= EARLY_TIME || !child->run)
            continue;
        if (early[i].stays && child->peer != MH_PEER_TEMPLATE)
            continue;
        end_run(child, early[i].status, early[i].stays);
    }
}

/* What it has said before it was known. */
static void keep_early(const mh_channel_packet_t *packet)
{
    const mh_wire_message_t *message = &packet->message;

    if (packet->pid > 1 && message->type == MH_WIRE_DONE &&
        mh_peer_may(MH_PEER_TEMPLATE, message))
        keep(packet->pid, (int)mh_wire_number(message, MH_TAG_STATUS, 0),
             stays(message));
}

static void take(const mh_channel_packet_t *packet)
{
    const mh_wire_message_t *message = &packet->message;
    mh_child_t *child = packet->pid > 1 ? mh_child_find(packet->pid) : NULL;

    if (!child) {
        keep_early(packet);
        return;
    }
    if (!mh_peer_may(child->peer, message)) {
        mh_peer_end(child->peer, child->pid);
        return;
    }
    if (!child->run)
        return;
    if (message->type == MH_WIRE_DONE)
        end_run(child, (int)mh_wire_number(message, MH_TAG_STATUS, 0),
                stays(message));
    else if (message->type == MH_WIRE_LEARNED)
        mh_manner_learned(child, message);
    else
        mh_manner_told(child, message);
}

/*
 * There is something in it that may be slow to close: another process takes it
 * off. It knows the secret, so it comes from one of the pool's.
 */
static void take_off(pid_t sender)
{
    const mh_child_t *child = sender > 1 ? mh_child_find(sender) : NULL;

    mh_peer_end(child ? child->peer : MH_PEER_NOBODY, sender);
    buried = mh_bury_message(source.fd);
    mh_loop_mute(&source, true);
    mh_timer_set(&bury_timers, &bury_timer);
}

/* It takes too long, or there was no process for it. */
static void bury_due(mh_timer_t *timer)
{
    if (buried > 0)
        kill(buried, SIGKILL);
    else
        mh_loop_mute(&source, false);
    buried = buried > 0 ? buried : 0;
}

bool mh_reports_ended(pid_t pid)
{
    if (pid != buried)
        return false;
    buried = 0;
    mh_timer_stop(&bury_timer);
    mh_loop_mute(&source, false);
    return true;
}

/* False when there is nothing more. */
static bool take_one(void)
{
    static mh_channel_packet_t packet;
    int error = buried ? EAGAIN : mh_hear_report(source.fd, &packet);

    if (error == EPROTO)
        return true;
    if (error == EPERM)
        take_off(packet.pid);
    if (error)
        return false;
    if (packet.size)
        take(&packet);
    return true;
}

void mh_reports_read(void)
{
    for (int i = 0; i < ROUND && take_one(); i++)
        continue;
}

static void on_report(mh_source_t *reports)
{
    take_one();
}

const char *mh_reports_open(const mh_hear_address_t **address)
{
    int fd;

    if (mh_hear_reports_open(&fd, &own) ||
        mh_loop_watch(&source, fd, on_report))
        return "cannot make the socket for its processes' reports";
    mh_timer_init(&bury_timer);
    mh_loop_add_timers(&bury_timers, MH_SECOND, bury_due);
    *address = &own;
    return NULL;
}
