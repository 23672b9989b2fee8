/*
 * queue.h - how many requests run at once, and which comes next.
 *
 * A request that runs, and a compilation, takes a slot. A request that finds
 * none waits, first come, first served; when too many wait, none is added.
 */
#ifndef MEHARI_POOL_MANAGER_QUEUE_H
#define MEHARI_POOL_MANAGER_QUEUE_H

#include "pool/manager/job.h"

/* Sets the bounds. slots: 0 for no bound; places: how many may wait. */
void mh_queue_setup(uint64_t slots, uint64_t places);
bool mh_queue_full(void);
bool mh_queue_slot_free(void);
/* True if a slot is free and no job waits before. */
bool mh_queue_ready(void);
/* Queues the job for a slot; again: in front of all new ones. */
void mh_queue_add(mh_job_t *job);
void mh_queue_add_again(mh_job_t *job);
/* Removes the job, which does not wait any longer. */
void mh_queue_remove(mh_job_t *job);
/* Takes a place outside of the queue that counts as one in it. */
void mh_queue_take_place(void);
unsigned mh_queue_taken(void);
unsigned mh_queue_waiting(void);
void mh_queue_take_slot(void);
void mh_queue_give_slot(void);
/* Passes the jobs that can run to start(), which takes a slot or gives an
 * answer. */
void mh_queue_pump(void (*start)(mh_job_t *job));
/* True if nothing runs and nothing waits. */
bool mh_queue_idle(void);

#endif
