/*
 * reports.c - see reports.h.
 */
#include "pool/manager/perl/reports.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>

#include "pool/manager/loop/bury.h"
#include "pool/manager/loop/loop.h"
#include "pool/manager/perl/process_events.h"
#include "pool/manager/common/counters.h"
#include "pool/manager/perl/tracker_choice.h"
#include "pool/manager/perl/template_lease.h"
#include "pool/manager/perl/zygotes.h"

/*
 * Reports taken in one round, so that the other sources of the loop have their
 * turn, too.
 */
#define ROUND 64
#define ROUNDS 16

/* Reports kept of processes that are not known yet. */
#define EARLY 32
#define EARLY_TIME MH_SECOND

static mh_source_t source;
static mh_hear_address_t own;

/* pid of the process that takes a message off; -1: it could not be made; 0:
 * none */
static pid_t buried;
static mh_timers_t bury_timers;
static mh_timer_t bury_timer;

typedef struct mh_early_t {
    uint64_t time;
    uint64_t tracker; /* of READY; UINT64_MAX: not said */
    pid_t pid;
    mh_wire_type_e type; /* READY, of a template; or DONE */
    pid_t runs;          /* of READY */
    uint32_t id;         /* of the request that has ended; 0: not said */
    int status;          /* -1: not said */
    char why[99];
} mh_early_t;

static mh_early_t early[EARLY];
static unsigned early_count; /* reports ever kept */

/*
 * The report about a lease names the request. A template that is its own run
 * ends with that run.
 */
static void end_run(mh_child_t *child, const mh_early_t *said)
{
    if (child->lease && said->id)
        child->job->id = said->id;
    if (child->peer == MH_PEER_TEMPLATE)
        mh_child_stays(child, said->status);
    else
        mh_child_finished(child, said->status);
}

/* The child's tracker does not work. The next tracker may work, or there is
 * none. */
static void change_tracker(mh_child_t *child, const mh_early_t *said)
{
    child->tracker = (mh_tracker_e)said->tracker;
    mh_template_fails(child->tracker, said->why);
    if (child->tracker == MH_TRACKER_FORK && child->zygote)
        mh_zygote_forks(child->zygote, said->why);
}

/*
 * Sets the child's run, or (0) notes that there is no other; child may be
 * freed.
 */
static void take_ready(mh_child_t *child, const mh_early_t *said)
{
    bool others = said->tracker <= MH_TRACKERS;

    if (others && *said->why)
        change_tracker(child, said);
    else if (*said->why)
        mh_process_events()->given_up(child, said->why);
    else if (child->tracker < MH_TRACKERS && !others && said->status >= 0)
        mh_template_works();
    if (!said->runs || !mh_child_find(said->runs))
        mh_child_renewed(child, said->runs, said->status, said->id);
}

/* The sender is known, as a run or as a template. */
static void take_end(mh_child_t *child, const mh_early_t *said)
{
    if (said->type == MH_WIRE_READY)
        take_ready(child, said);
    else if (child->job)
        end_run(child, said);
}

/* A template's run is another process than the template. */
static mh_peer_e peer_of(const mh_child_t *child, pid_t pid)
{
    return child->pid == pid ? child->peer : MH_PEER_RUN;
}

/*
 * The oldest come first, because the run's report can only be taken after the
 * template's report, which names the run.
 */
void mh_reports_recall(pid_t pid)
{
    unsigned first = early_count < EARLY ? 0 : early_count - EARLY;

    for (unsigned i = first; i < early_count; i++) {
        mh_early_t *said = &early[i % EARLY];
        mh_child_t *child = said->pid > 0 ? mh_child_find(said->pid) : NULL;

        if (!child || child->pid != pid)
            continue;
        if (mh_loop_now() - said->time < EARLY_TIME &&
            (child->peer == MH_PEER_TEMPLATE || said->type == MH_WIRE_DONE))
            take_end(child, said);
        said->pid = 0;
    }
}

static mh_early_t read_end(const mh_channel_packet_t *packet)
{
    const mh_wire_message_t *message = &packet->message;
    const char *why = mh_wire_string(message, MH_TAG_TEXT);
    mh_early_t said;
    uint64_t status = mh_wire_number(message, MH_TAG_STATUS, UINT64_MAX);

    said = (mh_early_t){
        .pid = packet->pid,
        .type = message->type,
        .runs = mh_peer_pid(message),
        .id = message->id,
        .status = status <= INT32_MAX ? (int)status : -1,
        .time = mh_loop_now(),
        .tracker = mh_wire_number(message, MH_TAG_TRACKER, UINT64_MAX),
    };
    snprintf(said.why, sizeof(said.why), "%s", why ? why : "");
    return said;
}

/* Keeps a report whose sender is not known yet. */
static void keep_early(const mh_channel_packet_t *packet)
{
    const mh_wire_message_t *message = &packet->message;

    if (packet->pid > 1 &&
        (message->type == MH_WIRE_DONE || message->type == MH_WIRE_READY) &&
        (mh_peer_may(MH_PEER_TEMPLATE, message) ||
         mh_peer_may(MH_PEER_RUN, message)))
        early[early_count++ % EARLY] = read_end(packet);
}

static void take_restored(const mh_wire_message_t *message)
{
    mh_wire_spent_t spent;

    if (mh_wire_copy(message, MH_TAG_COST, &spent, sizeof(spent)))
        mh_counters_restored(&spent.restored);
}

static void take(const mh_channel_packet_t *packet)
{
    const mh_wire_message_t *message = &packet->message;
    mh_child_t *child = packet->pid > 1 ? mh_child_find(packet->pid) : NULL;
    mh_early_t said = read_end(packet);

    if (!child) {
        keep_early(packet);
        return;
    }
    if (!mh_peer_may(peer_of(child, packet->pid), message)) {
        mh_peer_end(peer_of(child, packet->pid), packet->pid);
        return;
    }
    if (message->type == MH_WIRE_READY)
        take_restored(message);
    if (child->job && message->field[MH_TAG_ASKED].data)
        mh_process_events()->asked(child, message);
    mh_process_events()->cost(child, message);
    mh_template_lease_ran(child, message);
    if (message->type != MH_WIRE_FAILED)
        take_end(child, &said);
    else if (child->job)
        mh_process_events()->unshareable(child, message);
    if (message->type == MH_WIRE_READY)
        mh_reports_recall(said.pid);
}

/*
 * The message has a descriptor that may be slow to close, so another process
 * takes the message off the socket. Its sender knows the secret, so it is one
 * of the pool's.
 */
static void take_off(pid_t sender)
{
    const mh_child_t *child = sender > 1 ? mh_child_find(sender) : NULL;

    mh_peer_end(child ? peer_of(child, sender) : MH_PEER_NOBODY, sender);
    buried = mh_bury_message(source.fd);
    mh_loop_mute(&source, true);
    mh_timer_set(&bury_timers, &bury_timer);
}

/* The process takes too long, or could not be made. */
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

/* Takes one report; false when there are no more. */
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

bool mh_reports_read(void)
{
    for (int i = 0; i < ROUND; i++)
        if (!take_one())
            return true;
    return false;
}

void mh_reports_read_all(void)
{
    for (int i = 0; i < ROUNDS && !mh_reports_read(); i++)
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
