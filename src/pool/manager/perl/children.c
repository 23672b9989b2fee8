/*
 * children.c - see children.h.
 */
#include "pool/manager/perl/children.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pool/manager/perl/bases.h"
#include "pool/manager/common/manager_state.h"
#include "pool/manager/common/peer.h"
#include "pool/manager/perl/reports.h"
#include "pool/manager/common/counters.h"
#include "pool/manager/jobs/queue.h"
#include "pool/manager/perl/process_events.h"
#include "pool/manager/perl/serving.h"
#include "pool/manager/perl/template_lease.h"
#include "pool/common/hear.h"
#include "shared/compat.h"

/* Seconds for which templates beside the first wait for a request. */
#define READY_SECONDS 10

static mh_timers_t ready_timers;

static mh_child_t *first_ready(mh_zygote_t *zygote)
{
    if (mh_link_empty(&zygote->ready))
        return NULL;
    return MH_OWNER(zygote->ready.next, mh_child_t, link);
}

static void drop_ready(mh_child_t *child)
{
    child->zygote->ready_count--;
    mh_child_drop(child);
}

/* One idle template stays as long as its zygote. */
static void unused(mh_timer_t *timer)
{
    mh_zygote_t *zygote = MH_OWNER(timer, mh_zygote_t, ready_timer);

    while (zygote->ready_count > 1)
        drop_ready(MH_OWNER(zygote->ready.previous, mh_child_t, link));
}

void mh_children_setup(void)
{
    mh_loop_add_timers(&ready_timers, READY_SECONDS * MH_SECOND, unused);
}

void mh_children_init(mh_zygote_t *zygote)
{
    mh_link_init(&zygote->ready);
    mh_link_init(&zygote->busy);
    mh_timer_init(&zygote->ready_timer);
}

/*
 * The order names a tracker if the template shall make runs. The first
 * templates of a zygote are runs themselves.
 */
static int send_order(const mh_zygote_t *zygote, const mh_child_t *child,
                      int channel)
{
    char buffer[64];
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_FORK, child->id);
    if (zygote->stands)
        mh_wire_put_number(&writer, MH_TAG_TRACKER, child->tracker);
    return mh_channel_send(zygote->control.fd, buffer, mh_wire_end(&writer),
                           &channel, 1, MSG_DONTWAIT);
}

/* Orders one more child, which is ready or soon will be; NULL and errno. */
static mh_child_t *order_child(mh_zygote_t *zygote)
{
    mh_child_t *child = mh_child_new();
    int ends[2];

    if (!child)
        return NULL;
    errno = mh_hear_pair_mute(ends);
    if (!errno) {
        child->channel = ends[0];
        child->other = ends[1];
        child->ordered = mh_loop_now();
        child->id = (uint32_t)mh_manager_number();
        child->tracker = zygote->forks ? MH_TRACKER_FORK : mh_manager.tracker;
        errno = send_order(zygote, child, ends[1]);
    }
    if (errno) {
        mh_child_drop(child);
        return NULL;
    }
    child->zygote = zygote;
    child->perl = zygote->perl;
    child->peer = zygote->stands ? MH_PEER_TEMPLATE : MH_PEER_RUN;
    mh_link_append(&zygote->ready, &child->link);
    zygote->ready_count++;
    return child;
}

/* The first template whose run has ended: its next run is ready sooner than a
 * new template. */
static mh_child_t *first_coming(const mh_zygote_t *zygote)
{
    const mh_link_t *link = zygote->busy.next;

    for (; link != &zygote->busy; link = link->next) {
        mh_child_t *child = MH_OWNER(link, mh_child_t, link);

        mh_child_settle(child);
        if (mh_child_is_coming(child))
            return child;
    }
    return NULL;
}

/* The child has ended unnoticed. */
static void leave_out(mh_child_t *child)
{
    if (child->state == MH_CHILD_RESTING)
        child->state = MH_CHILD_LINGERING;
    else
        drop_ready(child);
}

/*
 * Hands the job's request to a child, and returns the child; NULL and errno.
 * The offer comes first, because the run may end before the manager goes on.
 */
static mh_child_t *hand_over(mh_zygote_t *zygote, mh_job_t *job)
{
    const mh_request_t *request = &job->request;
    mh_child_t *child;

    mh_job_pass_notices(job);
    while ((child = first_ready(zygote)) || (child = first_coming(zygote)) ||
           (child = order_child(zygote))) {
        int error;

        mh_template_lease_offer(child, job);
        error = mh_channel_send(child->channel, request->data, request->size,
                                request->fds, request->fd_count, MSG_DONTWAIT);
        if (!error)
            return child;
        mh_template_lease_withdraw(child, job);
        leave_out(child);
        errno = error;
        if (error != EPIPE && error != ECONNRESET)
            return NULL;
    }
    return NULL;
}

static void make_busy(mh_zygote_t *zygote, mh_child_t *child)
{
    if (child->pid)
        child->ordered = mh_loop_now();
    zygote->busy_count++;
    if (child->state == MH_CHILD_RESTING)
        return;
    mh_link_remove(&child->link);
    mh_link_append(&zygote->busy, &child->link);
    zygote->ready_count--;
}

/*
 * A zygote that has just died makes no children, so the job waits for another
 * one.
 */
static void not_handed_over(mh_zygote_t *zygote, mh_job_t *job, int error)
{
    char why[128];

    if ((error == EPIPE || error == ECONNRESET) && mh_queue_once_more(job)) {
        mh_process_events()->gone(zygote);
        return;
    }
    snprintf(why, sizeof(why), "no process for it: %s", strerror(error));
    mh_job_refuse(job, MH_REASON_RESOURCES, why);
}

void mh_children_run(mh_zygote_t *zygote, mh_job_t *job)
{
    mh_child_t *child = hand_over(zygote, job);

    if (!child) {
        not_handed_over(zygote, job, errno);
        return;
    }
    make_busy(zygote, child);
    zygote->served++;
    if (zygote->base)
        zygote->base->served++;
    mh_serving_begin(job, child);
    mh_zygote_used(zygote);
    mh_timer_set(&ready_timers, &zygote->ready_timer);
}

/* The next request goes to the child used last, whose memory is warm. */
void mh_children_keep(mh_child_t *child)
{
    mh_zygote_t *zygote = child->zygote;

    mh_link_remove(&child->link);
    mh_link_append(zygote->ready.next, &child->link);
    zygote->ready_count++;
}

static mh_child_t *in_ring(const mh_link_t *ring, uint32_t id)
{
    mh_link_t *link = ring->next;

    for (; link != ring; link = link->next) {
        mh_child_t *child = MH_OWNER(link, mh_child_t, link);

        if (child->id == id && !child->pid)
            return child;
    }
    return NULL;
}

static void not_born(mh_child_t *child, const mh_wire_message_t *message)
{
    const char *why = mh_wire_string(message, MH_TAG_TEXT);

    if (mh_child_is_ready(child))
        drop_ready(child);
    else
        mh_child_unborn(child, why ? why : "no process for it");
}

void mh_children_born(mh_zygote_t *zygote, const mh_wire_message_t *message)
{
    mh_child_t *child = in_ring(&zygote->busy, message->id);
    pid_t pid = mh_peer_pid(message);

    if (!child)
        child = in_ring(&zygote->ready, message->id);
    if (!child)
        return; /* the child was dropped before it existed */
    if (!pid || mh_child_find(pid)) {
        not_born(child, message);
        mh_zygote_child_left(zygote);
        return;
    }
    mh_counters_count(MH_COUNT_FORKED);
    mh_child_born(child, pid);
    mh_reports_recall(pid);
}

void mh_children_ended(mh_zygote_t *zygote, const mh_wire_message_t *message)
{
    int status = (int)mh_wire_number(message, MH_TAG_STATUS, 0);
    mh_child_t *child;

    /* Messages of the child itself come first. */
    mh_reports_read_all();
    child = mh_child_find(mh_peer_pid(message));
    if (!child || child->zygote != zygote || child->pid != mh_peer_pid(message))
        return;
    if (mh_child_is_ready(child))
        drop_ready(child);
    else
        mh_child_ended(child,
                       child->runs && !WIFSIGNALED(status) ? SIGKILL : status);
    mh_zygote_child_left(zygote);
}

uint64_t mh_children_owes(const mh_zygote_t *zygote)
{
    const mh_link_t *rings[] = { &zygote->busy, &zygote->ready };
    uint64_t since = 0;

    for (int i = 0; i < 2; i++) {
        const mh_link_t *link = rings[i]->next;

        for (; link != rings[i]; link = link->next) {
            const mh_child_t *child = MH_OWNER(link, mh_child_t, link);

            if (!child->pid && (!since || child->ordered < since))
                since = child->ordered;
        }
    }
    return since;
}

void mh_children_replace(mh_zygote_t *zygote)
{
    if (zygote->state == MH_ZYGOTE_READY && !zygote->ready_count)
        order_child(zygote);
}

void mh_children_recall(mh_zygote_t *zygote)
{
    mh_link_t *link = zygote->busy.next;

    for (; link != &zygote->busy; link = link->next)
        mh_template_lease_recall(MH_OWNER(link, mh_child_t, link));
}

void mh_children_release(mh_zygote_t *zygote)
{
    mh_child_t *child;

    mh_timer_stop(&zygote->ready_timer);
    while ((child = first_ready(zygote)))
        drop_ready(child);
}

/*
 * Only init learns now how the child ended. The child's own report has been
 * read before.
 */
static void orphan_ended(mh_source_t *source)
{
    mh_child_t *child = MH_OWNER(source, mh_child_t, watch);

    mh_reports_read_all();
    if (source->fd >= 0)
        mh_child_ended(child, SIGKILL);
}

/* The child's last report may end it. */
static void end_orphan(mh_child_t *child)
{
    pid_t pid = child->pid;

    mh_reports_read_all();
    if (pid <= 0 || mh_child_find(pid) == child)
        mh_child_ended(child, SIGKILL);
}

static void watch_orphan(mh_child_t *child)
{
    int fd = child->pid > 0 ? pidfd_open(child->pid, 0) : -1;

    /* Without a pidfd nobody would see when the child ends. */
    if (child->pid > 0 && fd < 0 && errno != ESRCH)
        kill(child->pid, SIGKILL);
    mh_template_lease_recall(child);
    mh_link_remove(&child->link);
    if (fd >= 0 && !mh_loop_watch(&child->watch, fd, orphan_ended))
        return;
    if (fd >= 0)
        close(fd);
    child->watch.fd = -1;
    end_orphan(child);
}

/* No report that is read meanwhile may find the zygote. */
void mh_children_orphan(mh_zygote_t *zygote)
{
    mh_link_t orphans;

    mh_link_init(&orphans);
    while (!mh_link_empty(&zygote->busy)) {
        mh_child_t *child = MH_OWNER(zygote->busy.next, mh_child_t, link);

        child->zygote = NULL;
        mh_link_remove(&child->link);
        mh_link_append(&orphans, &child->link);
    }
    zygote->busy_count = 0;
    while (!mh_link_empty(&orphans))
        watch_orphan(MH_OWNER(orphans.next, mh_child_t, link));
}
