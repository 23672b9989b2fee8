/*
 * template_lease.c - see template_lease.h.
 */
#include "pool/manager/perl/template_lease.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "pool/manager/common/counters.h"
#include "pool/manager/common/manager_state.h"
#include "pool/manager/jobs/queue.h"
#include "pool/manager/jobs/slots.h"
#include "pool/manager/perl/bases.h"
#include "pool/manager/perl/children.h"
#include "pool/manager/perl/reports.h"
#include "pool/manager/common/stuck.h"
#include "pool/manager/perl/zygotes.h"
#include "pool/manager/watch/dependencies.h"
#include "shared/wire/channel.h"

/* A template that has served lease-after requests well in this time is worth a
 * lease. */
#define BUSY_TIME (MH_SECOND / 10)

/* httpd gives a lease back earlier, if it has requests. */
#define LONGEST MH_SECOND
/* Time for a template to report a run that has ended. */
#define ANSWER_TIME (MH_SECOND / 20)
/* After a file has changed, others often do. */
#define PAUSE MH_SECOND

typedef struct mh_template_lease_t {
    mh_link_t link; /* of all */
    mh_timer_t timer;
    mh_child_t *child;
    struct mh_scoreboard_script_t *row; /* of its script */
    uint32_t first;                     /* the request with which it began */
    unsigned ran; /* reported requests that have ended well */
    bool lives;   /* the process that had it at the last look */
    bool recalled;
} mh_template_lease_t;

static mh_link_t leases = { &leases, &leases };
static mh_timers_t end_timers;
static mh_timers_t answer_timers;
static int notices = -1;
static uint64_t suspended; /* mh_loop_now() at which leases may begin again */

/*
 * The manager hears nothing of a lease's runs. The kernel lists the children of
 * the template's one thread: proc_tid_children(5). 0: it has none; -1: the
 * kernel does not say.
 */
static pid_t child_of(pid_t pid)
{
    char text[64];
    ssize_t size;
    long child;
    int fd;

    snprintf(text, sizeof(text), "/proc/%d/task/%d/children", (int)pid,
             (int)pid);
    fd = open(text, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    size = read(fd, text, sizeof(text) - 1);
    close(fd);
    text[size > 0 ? size : 0] = '\0';
    child = strtol(text, NULL, 10);
    return child > 1 && child <= INT32_MAX ? (pid_t)child : 0;
}

/* No request comes any more; the next one will find another template. */
static void too_long(mh_timer_t *timer)
{
    mh_child_t *child = MH_OWNER(timer, mh_template_lease_t, timer)->child;

    mh_template_lease_recall(child);
    if (child->zygote)
        mh_children_replace(child->zygote);
}

/* The child, if somebody still asks for an end that it has not reported. */
static mh_child_t *find_asked(pid_t template)
{
    mh_child_t *child = mh_child_find(template);

    return child && child->lease && child->job->asked && child->job->connection
               ? child
               : NULL;
}

/*
 * A template reports a run that has ended badly before it makes the next one.
 * So if the same process is there at two looks, and no report has come, either
 * that process has the request, or the request ended well and its note is lost.
 */
static void answer(mh_timer_t *timer)
{
    mh_template_lease_t *lease = MH_OWNER(timer, mh_template_lease_t, timer);
    mh_child_t *child = lease->child;
    pid_t template = child->pid;
    pid_t run = mh_template_lease_process(child);
    bool lived = lease->lives;

    bool all;

    lease->lives = run != template && !mh_stuck_is_ending(run);
    lived &= lease->lives;
    all = mh_reports_read();
    child = find_asked(template);
    if (child && lived && all)
        mh_connection_runs(child->job->connection, child->job->id);
    else if (child)
        mh_timer_set(&answer_timers, &child->lease->timer);
}

/* A file has changed. */
static void suspend(void)
{
    suspended = mh_loop_now() + PAUSE;
    mh_template_lease_recall_all();
}

void mh_template_lease_setup(void)
{
    mh_loop_add_timers(&end_timers, LONGEST, too_long);
    mh_loop_add_timers(&answer_timers, ANSWER_TIME, answer);
    mh_dependencies_warn(suspend);
}

void mh_template_lease_files(int changes)
{
    notices = child_of(getpid()) < 0 ? -1 : changes;
}

void mh_template_lease_noted(mh_child_t *child)
{
    uint64_t now = mh_loop_now();

    if (now - child->busy_since > BUSY_TIME) {
        child->busy_since = now;
        child->busy_runs = 0;
    }
    child->busy_runs++;
}

/* Half of the slots must be left for other scripts; nobody may wait. */
static bool has_room(void)
{
    return !mh_queue_waiting() && mh_slots_free() > mh_slots_taken() + 1;
}

/* An ended lease counts as well, because its requests came as fast. */
static bool is_busy(const mh_child_t *child)
{
    uint64_t after = mh_manager.settings->numbers.lease_after;

    return after && child->busy_runs >= after &&
           mh_loop_now() - child->busy_since <= 2 * BUSY_TIME;
}

static bool is_worth_it(const mh_child_t *child, const mh_job_t *job)
{
    return notices >= 0 && !mh_manager.stopping && mh_loop_now() >= suspended &&
           job->connection && job->lease_wanted && job->note.secret &&
           child->state == MH_CHILD_READY && child->runs && !child->untold &&
           child->zygote->script && is_busy(child) && has_room() &&
           mh_dependencies_tell(child->zygote->owner);
}

static bool send_lease(const mh_child_t *child, const mh_job_t *job)
{
    int fds[2] = { child->channel, notices };
    char buffer[64];
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_LEASE, job->id);
    return !mh_channel_send(job->connection->source.fd, buffer,
                            mh_wire_end(&writer), fds, 2, MSG_DONTWAIT);
}

void mh_template_lease_offer(mh_child_t *child, const mh_job_t *job)
{
    mh_template_lease_t *lease;

    if (!is_worth_it(child, job))
        return;
    lease = calloc(1, sizeof(*lease));
    if (!lease)
        return;
    if (!send_lease(child, job)) {
        free(lease);
        return;
    }
    lease->child = child;
    lease->first = job->id;
    lease->row = job->row;
    mh_timer_init(&lease->timer);
    mh_timer_set(&end_timers, &lease->timer);
    mh_link_append(&leases, &lease->link);
    child->lease = lease;
}

void mh_template_lease_withdraw(mh_child_t *child, mh_job_t *job)
{
    if (!child->lease)
        return;
    job->lease_wanted = false; /* httpd has that lease, and can send nothing */
    mh_template_lease_recall(child);
    mh_template_lease_end(child);
}

/* The first request is answered. httpd measures the time of later ones. */
static void begin(mh_child_t *child)
{
    mh_job_t *job = child->job;

    mh_job_count(job);
    mh_timer_stop(&job->timer);
    mh_timer_stop(&job->slow);
    job->leased = true;
    mh_job_is_about(job, "a request");
}

/* httpd goes on with the lease when it sees the first request's note. The
 * template may report that request later, or be killed before. */
void mh_template_lease_settle(mh_child_t *child)
{
    mh_job_t *job = child->job;

    if (!child->lease || !job || job->leased || !mh_job_noted(job))
        return;
    job->noted = false; /* later requests have notes of their own */
    begin(child);
}

/*
 * The first request has ended; a signal may have come after its note. If no
 * note is there, httpd saw none and waits for the answer, without the lease; or
 * the note was lost after httpd saw it, and httpd must send nothing more.
 */
static bool begins(mh_child_t *child)
{
    mh_template_lease_settle(child);
    if (!child->job->leased)
        mh_template_lease_recall(child);
    return child->job->leased;
}

bool mh_template_lease_goes_on(mh_child_t *child, uint32_t id, pid_t runs,
                               int status)
{
    const mh_template_lease_t *lease = child->lease;
    bool first = status >= 0 && id == lease->first;
    bool begun = first && begins(child);

    if (runs && !child->job->asked && (begun || status < 0))
        return true;
    if (status >= 0)
        child->job->id = id;
    return false;
}

static void count(const mh_child_t *child, uint32_t microseconds)
{
    mh_counters_count(MH_COUNT_REQUESTS);
    mh_scoreboard_count(mh_counters_board(), child->lease->row,
                        microseconds * UINT64_C(1000), false,
                        mh_scoreboard_now());
}

/* One of RAN, in microseconds; 0: it has fewer. */
static uint32_t time_of(const mh_wire_field_t *ran, uint32_t number)
{
    uint32_t microseconds = 0;

    if (number < ran->size / sizeof(microseconds))
        memcpy(&microseconds, ran->data + number * sizeof(microseconds),
               sizeof(microseconds));
    return microseconds;
}

/* The job now is that of the run that has ended badly. */
static void take_end(mh_child_t *child, const mh_wire_message_t *report,
                     uint64_t took)
{
    child->lease->ran = 0;
    mh_job_is_about(child->job, mh_wire_string(report, MH_TAG_ABOUT));
    mh_template_lease_count_job(child);
    child->job->started = mh_scoreboard_now() - took * 1000;
}

/* In DONE, the last one is that of the run that has ended badly. */
void mh_template_lease_ran(mh_child_t *child, const mh_wire_message_t *report)
{
    const mh_wire_field_t *ran = &report->field[MH_TAG_RAN];
    uint32_t runs = ran->size / (uint32_t)sizeof(uint32_t);
    bool badly = report->type == MH_WIRE_DONE && runs;

    if (!child->lease)
        return;
    runs -= badly;
    if (runs > MH_LEASE_MOST)
        runs = MH_LEASE_MOST;
    for (uint32_t i = 0; i < runs; i++)
        count(child, time_of(ran, i));
    child->lease->ran += runs;
    child->served += runs;
    if (child->zygote)
        child->zygote->served += runs;
    if (child->zygote && child->zygote->base)
        child->zygote->base->served += runs;
    if (badly && child->job)
        take_end(child, report, time_of(ran, runs));
}

void mh_template_lease_count_job(mh_child_t *child)
{
    if (child->lease)
        child->job->row = child->lease->row;
}

void mh_template_lease_end(mh_child_t *child)
{
    mh_template_lease_t *lease = child->lease;

    if (!lease)
        return;
    mh_timer_stop(&lease->timer);
    mh_link_remove(&lease->link);
    child->lease = NULL;
    child->busy_runs = lease->ran;
    child->busy_since = mh_loop_now();
    if (child->job)
        child->job->leased = false;
    free(lease);
}

void mh_template_lease_recall(mh_child_t *child)
{
    if (!child->lease)
        return;
    shutdown(child->channel, SHUT_WR);
    child->lease->recalled = true;
}

/* A template that has been stopped would never end. */
void mh_template_lease_look(const mh_child_t *child)
{
    if (child->lease->recalled && mh_stuck_is_stopped(child->pid))
        kill(child->pid, SIGKILL);
}

void mh_template_lease_recall_all(void)
{
    for (mh_link_t *link = leases.next; link != &leases; link = link->next)
        mh_template_lease_recall(
            MH_OWNER(link, mh_template_lease_t, link)->child);
}

void mh_template_lease_ask(mh_child_t *child, uint32_t id)
{
    mh_template_lease_t *lease = child->lease;

    mh_template_lease_settle(child);
    /* httpd has seen the first note, even if it is lost by now. */
    if (id != lease->first && !child->job->leased)
        begin(child);
    child->job->id = child->job->asked = id;
    mh_template_lease_recall(child);
    mh_timer_stop(&lease->timer);
    mh_timer_set(&answer_timers, &lease->timer);
}

/*
 * The template has reported the run of the first request before that request
 * came.
 */
pid_t mh_template_lease_process(const mh_child_t *child)
{
    pid_t run = child->job && !child->job->leased ? child->runs
                                                  : child_of(child->pid);

    return run > 0 ? run : child->pid;
}
