/*
 * child.c - see child.h.
 */
#include "pool/manager/perl/process_events.h"
#include "pool/manager/perl/child.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/sockios.h>

#include "pool/manager/common/stuck.h"
#include "pool/manager/perl/children.h"
#include "pool/manager/perl/template_lease.h"
#include "pool/manager/jobs/queue.h"
#include "pool/manager/perl/zygotes.h"

#define BUCKETS 1024 /* a power of two: pids come one after the other */

/* httpd gives CGI programs the same time. */
#define TERM_SECONDS 3
/* Time for a process that ends of its own accord, even if it swaps. */
#define FINISH_SECONDS 30
/* Longer than a template needs to put its memory back. */
#define PATIENCE (MH_SECOND / 2)

static mh_child_t *pids[BUCKETS];
static mh_child_t *runs[BUCKETS];
static mh_timers_t kill_timers;
static mh_timers_t finish_timers;

static mh_child_t **bucket(pid_t pid)
{
    return &pids[(unsigned)pid & (BUCKETS - 1)];
}

static mh_child_t **bucket_of_run(pid_t pid)
{
    return &runs[(unsigned)pid & (BUCKETS - 1)];
}

/*
 * A file system that does not answer may hold a process that was killed. Such a
 * process runs no more code. When its time to end is over, its slot is free.
 */
static void give_slot(mh_child_t *child)
{
    if (child->state == MH_CHILD_KILLED && child->job)
        mh_job_give_slot(child->job);
    if (child->state != MH_CHILD_KILLED)
        mh_timer_set(&kill_timers, &child->timer);
    child->state = MH_CHILD_KILLED;
}

static void kill_child(mh_timer_t *timer)
{
    mh_child_t *child = MH_OWNER(timer, mh_child_t, timer);

    give_slot(child);
    if (child->pid > 0)
        kill(child->pid, SIGKILL);
    else if (child->zygote && child->zygote->pid > 0)
        /* the template does not obey, so its zygote is killed */
        kill(child->zygote->pid, SIGKILL);
}

void mh_child_setup(void)
{
    mh_loop_add_timers(&kill_timers, TERM_SECONDS * MH_SECOND, kill_child);
    mh_loop_add_timers(&finish_timers, FINISH_SECONDS * MH_SECOND, kill_child);
}

mh_child_t *mh_child_new(void)
{
    mh_child_t *child = calloc(1, sizeof(*child));

    if (!child)
        return NULL;
    mh_link_init(&child->link);
    mh_timer_init(&child->timer);
    child->channel = child->other = child->watch.fd = -1;
    return child;
}

static bool is_stopping(const mh_child_t *child)
{
    return child->state >= MH_CHILD_STOPPING;
}

/* False: the pid of its process, or of its template's run, is not known yet. */
static bool is_known(const mh_child_t *child)
{
    return child->pid > 0 &&
           (child->peer != MH_PEER_TEMPLATE || child->runs > 0);
}

void mh_child_answer(const mh_child_t *child)
{
    mh_job_t *job = child->job;

    if (!job || !job->asked || !job->connection || !is_known(child) ||
        mh_stuck_is_ending(mh_child_process(child)))
        return;
    mh_connection_runs(job->connection, job->asked);
    job->asked = 0;
}

void mh_child_born(mh_child_t *child, pid_t pid)
{
    mh_child_t **first = bucket(pid);

    child->pid = pid;
    child->same = *first;
    *first = child;
    mh_child_answer(child);
    if (!is_stopping(child))
        return;
    kill(pid, SIGTERM);
    mh_timer_set(&kill_timers, &child->timer);
}

mh_child_t *mh_child_find(pid_t pid)
{
    mh_child_t *child = *bucket(pid);

    while (child && child->pid != pid)
        child = child->same;
    if (child)
        return child;
    child = *bucket_of_run(pid);
    while (child && child->runs != pid)
        child = child->same_run;
    return child;
}

void mh_child_each(void (*see)(const mh_child_t *child))
{
    for (int i = 0; i < BUCKETS; i++)
        for (const mh_child_t *child = pids[i]; child; child = child->same)
            see(child);
}

void mh_child_stop(mh_child_t *child)
{
    if (is_stopping(child))
        return;
    child->state = MH_CHILD_STOPPING;
    mh_template_lease_recall(child);
    if (child->pid > 0)
        kill(mh_child_process(child), SIGTERM);
    mh_timer_set(&kill_timers, &child->timer);
}

static void close_channel(mh_child_t *child)
{
    if (child->channel >= 0)
        close(child->channel);
    if (child->other >= 0)
        close(child->other);
    child->channel = child->other = -1;
}

static void forget_runs(mh_child_t *child)
{
    mh_child_t **at = bucket_of_run(child->runs);

    while (child->runs && *at && *at != child)
        at = &(*at)->same_run;
    if (child->runs && *at)
        *at = child->same_run;
    child->runs = 0;
}

static void forget(mh_child_t *child)
{
    mh_child_t **at = bucket(child->pid);

    while (*at && *at != child)
        at = &(*at)->same;
    if (*at)
        *at = child->same;
    forget_runs(child);
    mh_timer_stop(&child->timer);
    mh_link_remove(&child->link);
    mh_loop_forget(&child->watch);
    close_channel(child);
    mh_loop_free(child);
}

void mh_child_drop(mh_child_t *child)
{
    forget(child);
}

/* A zygote that has retired may still have children. */
static bool is_wanted(const mh_child_t *child)
{
    return !is_stopping(child) && child->zygote &&
           child->zygote->state == MH_ZYGOTE_READY;
}

bool mh_child_is_ready(const mh_child_t *child)
{
    return child->channel >= 0 && child->state == MH_CHILD_READY;
}

bool mh_child_is_coming(const mh_child_t *child)
{
    return child->state == MH_CHILD_RESTING && !child->job && is_wanted(child);
}

static mh_job_t *leave_run(mh_child_t *child)
{
    mh_job_t *job = child->job;

    mh_template_lease_end(child);
    child->job = NULL;
    if (job) {
        job->child = NULL;
        mh_link_remove(&job->link);
    }
    if (job && child->zygote)
        child->zygote->busy_count--;
    return job;
}

void mh_child_finished(mh_child_t *child, int status)
{
    mh_job_t *job = leave_run(child);

    child->state = MH_CHILD_FINISHED;
    close_channel(child);
    mh_timer_stop(&child->timer);
    mh_timer_set(&finish_timers, &child->timer);
    if (job)
        mh_job_ended(job, status);
}

pid_t mh_child_process(const mh_child_t *child)
{
    if (child->lease)
        return mh_template_lease_process(child);
    return child->runs ? child->runs : child->pid;
}

void mh_child_stays(mh_child_t *child, int status)
{
    mh_job_t *job;

    if (!is_wanted(child)) {
        mh_child_finished(child, status);
        return;
    }
    job = leave_run(child);
    /* The run's process is ending, and its number may soon be another's. */
    forget_runs(child);
    child->state = MH_CHILD_RESTING;
    child->untold++;
    mh_timer_set(&finish_timers, &child->timer);
    if (job)
        mh_job_ended(job, status);
}

bool mh_child_settle(mh_child_t *child)
{
    if (!child->job || child->lease || !mh_job_noted(child->job))
        return false;
    mh_template_lease_noted(child);
    mh_child_stays(child, 0);
    return true;
}

/*
 * Takes the request back from the channel if the child has not read it. No
 * other process can read it any more. A worker may have been recalled before.
 */
static bool take_back(const mh_child_t *child, mh_channel_packet_t *packet)
{
    bool found = false;

    while (!found && child->job && child->other >= 0 &&
           !mh_channel_receive(child->other, packet, MSG_DONTWAIT) &&
           packet->size) {
        found = packet->message.type == MH_WIRE_REQUEST;
        if (!found)
            mh_channel_drop(packet);
    }
    return found;
}

bool mh_child_run_elsewhere(mh_child_t *child)
{
    static mh_channel_packet_t packet;

    mh_template_lease_recall(child);
    if (!take_back(child, &packet))
        return false;
    mh_template_lease_count_job(child);
    mh_queue_take_back(leave_run(child), &packet);
    return true;
}

/* The child was idle until now, or has put its memory back, so its waiting
 * begins anew. */
static void wait_again(mh_child_t *child)
{
    mh_zygote_t *zygote = child->zygote;

    if (is_wanted(child)) {
        mh_children_keep(child);
        return;
    }
    forget(child);
    if (zygote)
        mh_zygote_child_left(zygote);
}

static void has_run(mh_child_t *child, pid_t pid)
{
    mh_child_state_e before = child->state;

    child->runs = pid;
    child->same_run = *bucket_of_run(pid);
    *bucket_of_run(pid) = child;
    if (!is_stopping(child))
        mh_timer_stop(&child->timer);
    if (before < MH_CHILD_FINISHED)
        child->state = child->job ? MH_CHILD_BUSY : MH_CHILD_READY;
    mh_child_answer(child);
    if (!child->job && before != MH_CHILD_READY && before != MH_CHILD_FINISHED)
        wait_again(child);
    else if (is_stopping(child))
        kill(pid, SIGTERM);
}

/*
 * The template tells how a run with a request has ended. Requests end in the
 * order in which they were sent. So the report is about the oldest request
 * whose end is not known yet, or else about the present one.
 */
static mh_job_t *ended_by_report(mh_child_t *child)
{
    mh_child_settle(child);
    if (!child->untold)
        return leave_run(child);
    child->untold--;
    return NULL;
}

/*
 * Drops a lease's job. As far as the template knows, no request of the lease is
 * under way. If httpd has sent a request or asks for one, that request is lost.
 */
static void drop_lease(mh_job_t *job)
{
    if (job->connection)
        mh_connection_done(job->connection, job->asked, SIGKILL);
    mh_job_drop(job);
}

/*
 * The template's report ends its lease. status is -1 if it is about no request.
 */
static void end_lease(mh_child_t *child, pid_t pid, int status)
{
    mh_job_t *job;

    if (!pid && mh_child_run_elsewhere(child))
        job = NULL;
    else
        job = leave_run(child);
    if (pid)
        has_run(child, pid);
    else
        mh_child_finished(child, 0);
    if (job && status >= 0)
        mh_job_ended(job, status);
    else if (job)
        drop_lease(job);
}

void mh_child_renewed(mh_child_t *child, pid_t pid, int status, uint32_t id)
{
    mh_job_t *job;

    if (child->lease) {
        forget_runs(child);
        if (!mh_template_lease_goes_on(child, id, pid, status))
            end_lease(child, pid, status);
        return;
    }
    job = status >= 0 ? ended_by_report(child) : NULL;
    forget_runs(child);
    if (!pid) {
        mh_child_run_elsewhere(child);
        mh_child_finished(child, SIGKILL);
    } else if (!child->untold) {
        has_run(child, pid);
    } /* or else this run has ended, too */
    if (job)
        mh_job_ended(job, status);
}

void mh_child_ended(mh_child_t *child, int status)
{
    mh_job_t *job;
    bool leased;

    mh_child_settle(child);
    mh_template_lease_settle(child);
    mh_child_run_elsewhere(child);
    leased = child->lease && child->job && child->job->leased;
    job = leave_run(child);
    forget(child);
    /* It is unknown which request of the lease is lost. */
    if (job && leased)
        job->id = 0;
    if (job && leased && !WIFSIGNALED(status))
        drop_lease(job);
    else if (job)
        mh_job_ended(job, status);
}

void mh_child_unborn(mh_child_t *child, const char *why)
{
    mh_job_t *job = leave_run(child);

    forget(child);
    if (job)
        mh_job_refuse(job, MH_REASON_RESOURCES, why);
}

/*
 * The manager's copy of the other end is not needed any more, because no
 * request has to be taken back from there.
 */
static void has_read(mh_child_t *child)
{
    if (child->peer != MH_PEER_TEMPLATE)
        close_channel(child);
}

/* True if the process is stuck: a template's run, or else the child itself. */
static bool is_stuck(const mh_child_t *child)
{
    pid_t run = mh_child_process(child);

    return mh_stuck_ends(MH_PEER_TEMPLATE, child->pid, child->ordered, false) ||
           (run != child->pid &&
            mh_stuck_ends(MH_PEER_RUN, run, child->ordered, false));
}

/*
 * A template was given the next request before its memory was put back. Usually
 * the memory is back at once. But the run may take its time to end; then
 * another child gets the request.
 */
static void is_late(mh_child_t *child)
{
    if (mh_loop_now() - child->ordered >= PATIENCE &&
        mh_child_run_elsewhere(child))
        child->state = MH_CHILD_LINGERING;
}

static void look(mh_child_t *child)
{
    int unread = 0;

    if (!child->job || child->channel < 0 || child->worker)
        return;
    if (child->lease)
        mh_template_lease_look(child);
    if (ioctl(child->channel, SIOCOUTQ, &unread) || !unread)
        has_read(child);
    else if (is_stuck(child))
        mh_child_ended(child, SIGKILL);
    else if (child->state == MH_CHILD_RESTING)
        is_late(child);
}

void mh_child_look(void)
{
    for (int i = 0; i < BUCKETS; i++) {
        mh_child_t *child = pids[i];

        while (child) {
            mh_child_t *next = child->same;

            look(child);
            child = next;
        }
    }
}
