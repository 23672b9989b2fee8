/*
 * job.c - see job.h.
 */
#include "pool/manager/job.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "pool/manager/attention.h"
#include "pool/manager/manager.h"
#include "pool/manager/scripts/run_mode.h"
#include "pool/manager/notice.h"
#include "pool/manager/queue.h"
#include "shared/perl/stack.h"
#include "pool/manager/counters.h"
#include "pool/manager/processes/worker.h"
#include "pool/manager/processes/zygote.h"
#include "shared/proc.h"

/* Processes that may end before they have read the request. */
#define ATTEMPTS 5

/* Time after which httpd is told that its request waits. Most wait for less,
 * and need no message. */
#define SAY_AFTER (MH_SECOND / 5)

static mh_timers_t wait_timers;
static mh_timers_t clock_timers;
static mh_timers_t slow_timers;
static mh_timers_t say_timers;

static void waited_too_long(mh_timer_t *timer)
{
    mh_job_t *job = MH_OWNER(timer, mh_job_t, timer);

    mh_queue_remove(job);
    mh_job_refuse(job, MH_REASON_QUEUE_FULL, "it waited too long for its turn");
}

/* The news lets httpd give the request to another manager, if this one goes. */
static void say_that_it_waits(mh_timer_t *timer)
{
    mh_job_t *job = MH_OWNER(timer, mh_job_t, says);

    job->announced = true;
    mh_connection_waits(job->connection, job->id, true);
}

void mh_job_moves(mh_job_t *job)
{
    mh_timer_stop(&job->says);
    if (job->announced)
        mh_connection_waits(job->connection, job->id, false);
    job->announced = false;
}

/* A process that serves one request after the other has only the sum of all. */
static const char *cpu_of(const mh_child_t *child, char *text, size_t size)
{
    bool one = !child->worker;
    mh_status_process_t figures;

    if (!mh_proc_times(mh_child_process(child), &figures))
        return "";
    snprintf(text, size, ", %.2f s of CPU%s", (double)figures.cpu / 1e9,
             one ? "" : " in all its requests");
    return text;
}

/* Log the request with its current Perl stack. */
static void report(mh_job_t *job, int level, const char *code, const char *what)
{
    const mh_child_t *child = job->child;
    char stack[4096] = "";
    char cpu[64];

    if (child->zygote && child->pid > 0 && child->zygote->perl)
        mh_stack_read(mh_child_process(child), child->zygote->perl, stack,
                      sizeof(stack));
    if (child->worker)
        mh_worker_stack(job, stack, sizeof(stack));
    mh_notice_run(job, level, "%s: %s %s (%s; process %d%s)%s%s", code,
                  mh_run_mode_name(job), what, job->about,
                  (int)mh_child_process(child), cpu_of(child, cpu, sizeof(cpu)),
                  *stack ? "; it was at\n" : "", stack);
}

/* A warning only: the request goes on. */
static void report_slow(mh_job_t *job)
{
    double seconds = (double)mh_manager.settings->numbers.slow / 1e3;
    char what[64];

    snprintf(what, sizeof(what), "is slow: it has been running for %g s",
             seconds);
    report(job, MH_WARNING, "MH3062", what);
}

static void ran_slowly(mh_timer_t *timer)
{
    mh_job_t *job = MH_OWNER(timer, mh_job_t, slow);

    if (job->child && !job->timed_out)
        report_slow(job);
}

void mh_job_slow(mh_job_t *job, const char *about)
{
    if (!job->child || !job->child->worker || job->holds_slot)
        return;
    if (about)
        snprintf(job->about, sizeof(job->about), "%s", about);
    report_slow(job);
}

static void report_end(mh_job_t *job)
{
    unsigned long long seconds = mh_manager.settings->numbers.request_timeout;
    char what[64];

    snprintf(what, sizeof(what), "ran for more than %llu s", seconds);
    report(job, MH_ERROR, "MH3063", what);
}

static void ran_too_long(mh_timer_t *timer)
{
    mh_job_t *job = MH_OWNER(timer, mh_job_t, timer);
    mh_child_t *child = job->child;

    report_end(job);
    job->timed_out = true;
    mh_job_refuse(job, MH_REASON_TIMEOUT, NULL);
    mh_child_stop(child);
}

void mh_job_setup(void)
{
    uint64_t delay = mh_manager.settings->numbers.request_timeout * MH_SECOND;

    mh_loop_add_timers(&wait_timers, delay, waited_too_long);
    mh_loop_add_timers(&clock_timers, delay, ran_too_long);
    mh_loop_add_timers(&say_timers, SAY_AFTER, say_that_it_waits);
    mh_loop_add_timers(&slow_timers,
                       mh_manager.settings->numbers.slow * (MH_SECOND / 1000),
                       ran_slowly);
}

static void free_run(mh_job_t *job)
{
    if (job->connection)
        job->connection->job = NULL;
    if (job->holds_slot)
        mh_queue_give_slot();
    mh_timer_stop(&job->timer);
    mh_timer_stop(&job->slow);
    mh_timer_stop(&job->says);
    mh_request_drop(&job->request);
    mh_run_mode_leave(job);
    mh_loop_free(job);
}

static const char *new_run(mh_connection_t *connection,
                           mh_channel_packet_t *packet, mh_job_t **made)
{
    mh_job_t *job = calloc(1, sizeof(*job));
    const char *wrong;
    const char *about;

    if (!job)
        return "there is no memory for it";
    mh_link_init(&job->link);
    mh_timer_init(&job->timer);
    mh_timer_init(&job->slow);
    mh_timer_init(&job->says);
    job->id = packet->message.id;
    wrong = mh_request_take(&job->request, packet);
    if (wrong) {
        mh_request_drop(&job->request);
        free(job);
        return wrong;
    }
    mh_request_limit_cpu(&job->request, mh_manager.settings->numbers.cpu);
    about = mh_wire_string(&job->request.message, MH_TAG_ABOUT);
    snprintf(job->about, sizeof(job->about), "%s", about ? about : "a request");
    job->connection = connection;
    connection->job = job;
    *made = job;
    return NULL;
}

const char *mh_job_begin(mh_connection_t *connection,
                         mh_channel_packet_t *packet)
{
    mh_job_t *job;
    const char *wrong = new_run(connection, packet, &job);

    if (wrong)
        return wrong;
    mh_attention_begin();
    if (mh_manager.stopping)
        mh_job_refuse(job, MH_REASON_STOPPING, NULL);
    else if (mh_queue_full())
        mh_job_refuse(job, MH_REASON_QUEUE_FULL, NULL);
    else if (mh_queue_ready())
        mh_run_mode_start(job);
    else if (mh_job_wait(job))
        mh_queue_add(job);
    return NULL;
}

bool mh_job_wait(mh_job_t *job)
{
    if (mh_request_keep(&job->request)) {
        mh_job_refuse(job, MH_REASON_RESOURCES, "there is no memory for it");
        return false;
    }
    if (mh_link_empty(&job->timer.link))
        mh_timer_set(&wait_timers, &job->timer);
    mh_timer_set(&say_timers, &job->says);
    return true;
}

bool mh_job_once_more(mh_job_t *job)
{
    if (++job->attempts > ATTEMPTS)
        return false;
    if (mh_job_wait(job))
        mh_queue_add_again(job);
    return true;
}

void mh_job_started(mh_job_t *job, mh_child_t *child)
{
    job->child = child;
    child->job = job;
    job->holds_slot = true;
    job->started = mh_scoreboard_now();
    child->served++;
    mh_queue_take_slot();
    mh_request_drop(&job->request);
    mh_timer_set(&clock_timers, &job->timer);
    mh_timer_set(&slow_timers, &job->slow);
}

void mh_job_ended(mh_job_t *job, int status)
{
    mh_counters_ended(job, status);
    if (job->connection) {
        if (WIFSIGNALED(status))
            mh_notice_run(job, MH_ERROR,
                          "MH3064: signal %d (%s) ended %s while it served %s",
                          WTERMSIG(status), strsignal(WTERMSIG(status)),
                          mh_run_mode_name(job), job->about);
        mh_connection_done(job->connection, job->id, status);
    }
    free_run(job);
}

void mh_job_again(mh_job_t *job, mh_channel_packet_t *packet)
{
    const char *wrong;

    if (!job->connection || job->timed_out || ++job->attempts > ATTEMPTS) {
        mh_channel_drop(packet);
        mh_job_ended(job, SIGKILL);
        return;
    }
    if (job->holds_slot)
        mh_queue_give_slot();
    job->holds_slot = false;
    mh_timer_stop(&job->timer);
    mh_timer_stop(&job->slow);
    wrong = mh_request_take(&job->request, packet);
    if (wrong)
        mh_job_refuse(job, MH_REASON_RESOURCES, wrong);
    else if (mh_job_wait(job))
        mh_queue_add_again(job);
}

void mh_job_refuse(mh_job_t *job, mh_wire_reason_e reason, const char *text)
{
    mh_counters_refused(reason);
    if (job->connection) {
        mh_connection_refuse(job->connection, job->id, reason, text);
        job->connection->job = NULL;
        job->connection = NULL;
    }
    if (!job->child)
        free_run(job);
}

void mh_job_lease(mh_job_t *job)
{
    mh_timer_stop(&job->timer);
    mh_timer_stop(&job->slow);
    if (job->holds_slot)
        mh_queue_give_slot();
    job->holds_slot = false;
    snprintf(job->about, sizeof(job->about), "a request");
    if (job->connection)
        mh_notice_flush(job->connection, job->id);
}

void mh_job_overdue(mh_job_t *job)
{
    if (job->child && job->child->worker && !job->holds_slot)
        ran_too_long(&job->timer);
}

void mh_job_cancel(mh_job_t *job)
{
    mh_counters_cancelled(job);
    job->connection = NULL;
    /* A worker notices when it writes, so it is not ended for that. */
    if (job->child && job->child->worker && !mh_manager.stopping) {
        mh_timer_set(&clock_timers, &job->timer);
        return;
    }
    if (job->child) {
        mh_timer_stop(&job->timer);
        mh_child_stop(job->child);
        return;
    }
    mh_queue_remove(job);
    free_run(job);
}

/* The kernel closes a process's files before its parent is told of its end. */
static bool is_ending(pid_t pid)
{
    const unsigned long exiting = 0x4; /* PF_EXITING, proc(5) */
    unsigned long flags;
    char state = mh_attention_state(pid, &flags);

    return state == 'Z' || state == 'X' || flags & exiting;
}

void mh_job_output_ended(mh_job_t *job)
{
    if (job->child && job->child->pid > 0 &&
        !is_ending(mh_child_process(job->child)))
        mh_connection_refuse(job->connection, job->id, MH_REASON_ALIVE, NULL);
}
