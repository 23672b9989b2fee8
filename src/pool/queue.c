/*
 * queue.c - see queue.h.
 */
#include "pool/queue.h"

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

    /* Who waits for a compilation runs soon, and where nobody is in line. */
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

void mh_queue_give_place(void)
{
    queue.waiting--;
}

void mh_queue_add(mh_run_t *run)
{
    mh_link_append(&queue.runs, &run->link);
    queue.waiting++;
}

void mh_queue_add_again(mh_run_t *run)
{
    mh_link_prepend(&queue.runs, &run->link);
    queue.waiting++;
}

void mh_queue_remove(mh_run_t *run)
{
    mh_link_remove(&run->link);
    queue.waiting--;
    mh_run_moves(run);
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

void mh_queue_pump(void (*start)(mh_run_t *run))
{
    while (mh_queue_slot_free() && !mh_link_empty(&queue.runs)) {
        mh_run_t *run = MH_OWNER(queue.runs.next, mh_run_t, link);

        mh_queue_remove(run);
        start(run);
    }
}
