/*
 * queue.c - see queue.h.
 */
#include "pool/manager/jobs/queue.h"

#include <signal.h>

#include "pool/manager/jobs/slots.h"

/* Processes that may end before they have read the request. */
#define ATTEMPTS 5

/* Time until httpd hears that its request waits. Most requests wait less, and
 * need no message. */
#define SAY_AFTER (MH_SECOND / 5)

static struct {
    mh_link_t jobs;
    uint64_t places;
    unsigned waiting;
} queue = { .jobs = { &queue.jobs, &queue.jobs } };

static mh_timers_t wait_timers;
static mh_timers_t say_timers;

static void waited_too_long(mh_timer_t *timer)
{
    mh_job_t *job = MH_OWNER(timer, mh_job_t, timer);

    mh_queue_remove(job);
    mh_job_refuse(job, MH_REASON_QUEUE_FULL, "it waited too long for its turn");
}

/* httpd can then give the request to another manager if this one goes. */
static void say_that_it_waits(mh_timer_t *timer)
{
    mh_job_t *job = MH_OWNER(timer, mh_job_t, says);

    job->announced = true;
    mh_connection_waits(job->connection, job->id);
}

void mh_queue_setup(uint64_t places, uint64_t patience)
{
    queue.places = places;
    mh_loop_add_timers(&wait_timers, patience, waited_too_long);
    mh_loop_add_timers(&say_timers, SAY_AFTER, say_that_it_waits);
}

bool mh_queue_full(void)
{
    /* Jobs that wait for a compilation do not count against the line: they run
     * soon, in the compilation's slot and in free ones. */
    return queue.waiting >= queue.places + mh_slots_for_requests();
}

bool mh_queue_ready(void)
{
    return mh_slots_free() && mh_link_empty(&queue.jobs);
}

static bool keep(mh_job_t *job)
{
    if (mh_request_keep(&job->request)) {
        mh_job_refuse(job, MH_REASON_RESOURCES, "there is no memory for it");
        return false;
    }
    if (mh_link_empty(&job->timer.link))
        mh_timer_set(&wait_timers, &job->timer);
    mh_timer_set(&say_timers, &job->says);
    queue.waiting++;
    return true;
}

bool mh_queue_add(mh_job_t *job)
{
    return mh_queue_add_to(&queue.jobs, job);
}

bool mh_queue_add_again(mh_job_t *job)
{
    if (!keep(job))
        return false;
    mh_link_prepend(&queue.jobs, &job->link);
    return true;
}

bool mh_queue_add_to(mh_link_t *ring, mh_job_t *job)
{
    if (!keep(job))
        return false;
    mh_link_append(ring, &job->link);
    return true;
}

bool mh_queue_once_more(mh_job_t *job)
{
    if (++job->attempts > ATTEMPTS)
        return false;
    mh_queue_add_again(job);
    return true;
}

static void start_again(mh_job_t *job)
{
    mh_request_end_lease(&job->request);
    mh_queue_add_again(job);
}

void mh_queue_take_back(mh_job_t *job, mh_channel_packet_t *packet)
{
    const char *wrong;

    mh_job_is_of(job, &packet->message);
    job->lease_wanted = false; /* it may have had an offer already */
    /* A process has read the request whose end httpd has asked for. */
    if (!job->connection || job->asked || job->timed_out ||
        ++job->attempts > ATTEMPTS) {
        mh_channel_drop(packet);
        mh_job_ended(job, SIGKILL);
        return;
    }
    mh_job_give_slot(job);
    mh_timer_stop(&job->timer);
    mh_timer_stop(&job->slow);
    wrong = mh_request_take(&job->request, packet);
    if (wrong)
        mh_job_refuse(job, MH_REASON_RESOURCES, wrong);
    else
        start_again(job);
}

void mh_queue_remove(mh_job_t *job)
{
    mh_link_remove(&job->link);
    queue.waiting--;
    mh_timer_stop(&job->says);
    if (job->announced)
        mh_connection_runs(job->connection, job->id);
    job->announced = false;
}

unsigned mh_queue_waiting(void)
{
    return queue.waiting;
}

bool mh_queue_idle(void)
{
    return !mh_slots_taken() && !queue.waiting;
}

void mh_queue_pump(void (*start)(mh_job_t *job))
{
    while (mh_slots_free() && !mh_link_empty(&queue.jobs)) {
        mh_job_t *job = MH_OWNER(queue.jobs.next, mh_job_t, link);

        mh_queue_remove(job);
        start(job);
    }
}
