/*
 * queue.c - see queue.h.
 */
#include "pool/manager/queue.h"

#define NO_BOUND (1U << 30)

static struct {
    mh_link_t runs;
    uint64_t slots;
    uint64_t places;
    unsigned taken;
    unsigned waiting;
} queue = { .runs = { &queue.runs, &queue.runs } };

void mh_queue_setup(uint64_t slots, uint64_t places)
{
    queue.slots = slots ? slots : NO_BOUND;
    queue.places = places;
}

bool mh_queue_slot_free(void)
{
    return queue.taken < queue.slots;
}

bool mh_queue_full(void)
{
    uint64_t free_slots = mh_queue_slot_free() ? queue.slots - queue.taken : 0;

    /* Jobs that wait for a compilation run soon, and do not count against the
     * line. */
    return queue.waiting >= queue.places + free_slots;
}

bool mh_queue_ready(void)
{
    return mh_queue_slot_free() && mh_link_empty(&queue.runs);
}

void mh_queue_take_place(void)
{
    queue.waiting++;
}

void mh_queue_add(mh_job_t *job)
{
    mh_link_append(&queue.runs, &job->link);
    queue.waiting++;
}

void mh_queue_add_again(mh_job_t *job)
{
    mh_link_prepend(&queue.runs, &job->link);
    queue.waiting++;
}

void mh_queue_remove(mh_job_t *job)
{
    mh_link_remove(&job->link);
    queue.waiting--;
    mh_job_moves(job);
}

unsigned mh_queue_taken(void)
{
    return queue.taken;
}

unsigned mh_queue_waiting(void)
{
    return queue.waiting;
}

void mh_queue_take_slot(void)
{
    queue.taken++;
}

void mh_queue_give_slot(void)
{
    queue.taken--;
}

bool mh_queue_idle(void)
{
    return !queue.taken && !queue.waiting;
}

void mh_queue_pump(void (*start)(mh_job_t *job))
{
    while (mh_queue_slot_free() && !mh_link_empty(&queue.runs)) {
        mh_job_t *job = MH_OWNER(queue.runs.next, mh_job_t, link);

        mh_queue_remove(job);
        start(job);
    }
}
