/*
 * serving.c - see serving.h.
 */
#include "pool/manager/perl/serving.h"

#include <stdio.h>

#include "pool/manager/common/notice.h"
#include "pool/manager/common/manager_state.h"
#include "pool/manager/jobs/slots.h"
#include "pool/manager/perl/perl_stack.h"
#include "pool/manager/perl/template_lease.h"
#include "shared/proc.h"
#include "shared/scoreboard.h"

static mh_link_t running = { &running, &running };
static mh_timers_t clock_timers;
static mh_timers_t slow_timers;

/* A worker serves one request after the other, and knows only their sum. */
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

/* Logs the request with its current Perl stack. */
static void report(mh_job_t *job, int level, const char *code, const char *what)
{
    const mh_child_t *child = job->child;
    char stack[4096];
    char cpu[64];

    mh_perl_stack_read(child, stack, sizeof(stack));
    mh_job_notice(job, level, "%s: %s %s (%s; process %d%s)%s%s", code,
                  job->name, what, job->about, (int)mh_child_process(child),
                  cpu_of(child, cpu, sizeof(cpu)),
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

    if (job->child && !job->timed_out && !mh_serving_is_over(job))
        report_slow(job);
}

void mh_serving_slow(mh_job_t *job, const char *about)
{
    if (!job->leased)
        return;
    mh_job_is_about(job, about);
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

    if (mh_serving_is_over(job))
        return;
    report_end(job);
    job->timed_out = true;
    mh_job_refuse(job, MH_REASON_TIMEOUT, NULL);
    mh_child_stop(child);
}

void mh_serving_overdue(mh_job_t *job, const char *about)
{
    if (!job->leased)
        return;
    mh_job_is_about(job, about);
    ran_too_long(&job->timer);
}

void mh_serving_setup(void)
{
    const mh_pool_numbers_t *numbers = &mh_manager.settings->numbers;

    mh_loop_add_timers(&clock_timers, numbers->request_timeout * MH_SECOND,
                       ran_too_long);
    mh_loop_add_timers(&slow_timers, numbers->slow * (MH_SECOND / 1000),
                       ran_slowly);
}

void mh_serving_begin(mh_job_t *job, mh_child_t *child)
{
    job->child = child;
    child->job = job;
    if (child->state == MH_CHILD_READY)
        child->state = MH_CHILD_BUSY;
    mh_link_append(&running, &job->link);
    job->holds_slot = true;
    job->started = mh_scoreboard_now();
    child->served++;
    mh_slots_take();
    mh_request_drop(&job->request);
    mh_timer_set(&clock_timers, &job->timer);
    mh_timer_set(&slow_timers, &job->slow);
}

bool mh_serving_is_over(mh_job_t *job)
{
    return job->child && mh_child_settle(job->child);
}

void mh_serving_settle(void)
{
    for (mh_link_t *link = running.next, *next; link != &running; link = next) {
        next = link->next;
        mh_child_settle(MH_OWNER(link, mh_job_t, link)->child);
    }
}

void mh_serving_lease(mh_job_t *job)
{
    mh_timer_stop(&job->timer);
    mh_timer_stop(&job->slow);
    mh_job_give_slot(job);
    job->leased = true;
    snprintf(job->about, sizeof(job->about), "a request");
}

void mh_serving_abandon(mh_job_t *job)
{
    /* A worker notices by its next write that nobody waits, so it is not
     * ended. */
    if (job->child->worker && !mh_manager.stopping) {
        mh_timer_set(&clock_timers, &job->timer);
        return;
    }
    mh_timer_stop(&job->timer);
    mh_child_stop(job->child);
}

void mh_serving_output_ended(mh_job_t *job, uint32_t id)
{
    mh_child_t *child = job->child;

    if (child && child->lease) {
        mh_template_lease_ask(child, id);
        return;
    }
    job->asked = id;
    if (child)
        mh_child_answer(child);
}
