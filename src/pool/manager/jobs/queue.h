/*
 * queue.h - the jobs that wait, and which of them comes next.
 *
 * A job that finds no slot (slots.h) waits, first come, first served; when too
 * many wait, none is added. Jobs that wait for a certain process are in a ring
 * of that process, and count as waiting, too.
 */
#ifndef MEHARI_POOL_MANAGER_JOBS_QUEUE_H
#define MEHARI_POOL_MANAGER_JOBS_QUEUE_H

#include "pool/manager/jobs/job.h"

/* Sets how many may wait, and for how long (ns). */
void mh_queue_setup(uint64_t places, uint64_t patience);
bool mh_queue_full(void);
/* True if a slot is free and no job waits before. */
bool mh_queue_ready(void);
/*
 * Queue the job for a slot; for a slot, in front of all new ones; or in a ring,
 * where it waits for a process. The job keeps its request's data while it
 * waits. False: there was no memory, and the job was refused.
 */
bool mh_queue_add(mh_job_t *job);
bool mh_queue_add_again(mh_job_t *job);
bool mh_queue_add_to(mh_link_t *ring, mh_job_t *job);
/*
 * Queues the job again, in front of others, when the process that was to fork
 * its child has gone. False: that has happened too often.
 */
bool mh_queue_once_more(mh_job_t *job);
/*
 * Queues the job again, in front of others: its process has ended, or is ended,
 * without reading the request. packet: the message that the process was sent.
 */
void mh_queue_take_back(mh_job_t *job, mh_channel_packet_t *packet);
/* Removes the job: it does not wait any longer. */
void mh_queue_remove(mh_job_t *job);
unsigned mh_queue_waiting(void);
/* Passes the jobs that can run to start(), which takes a slot or gives an
 * answer. */
void mh_queue_pump(void (*start)(mh_job_t *job));
/* True if nothing runs and nothing waits. */
bool mh_queue_idle(void);

#endif
