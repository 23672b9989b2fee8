/*
 * serving.h - a job while a process has its request: its clock, and its end
 * from outside.
 */
#ifndef MEHARI_POOL_MANAGER_PERL_SERVING_H
#define MEHARI_POOL_MANAGER_PERL_SERVING_H

#include "pool/manager/jobs/job.h"
#include "pool/manager/perl/child.h"

void mh_serving_setup(void);
/* Starts the clock: the child has got the job's request. */
void mh_serving_begin(mh_job_t *job, mh_child_t *child);
/*
 * True if the job's run has noted its end: httpd needs no answer, and the job
 * is freed.
 */
bool mh_serving_is_over(mh_job_t *job);
/* Ends all jobs whose runs have noted their end. */
void mh_serving_settle(void);
/*
 * Turns the job into a lease. Its worker stays with httpd's process, and later
 * messages are between these two.
 */
void mh_serving_lease(mh_job_t *job);
/* Takes httpd's word that a request of a lease is slow; about may be NULL. */
void mh_serving_slow(mh_job_t *job, const char *about);
/* Takes httpd's word that a request of a lease takes too long; about may be
 * NULL. */
void mh_serving_overdue(mh_job_t *job, const char *about);
/* Ends the job: nobody waits for its answer any more. */
void mh_serving_abandon(mh_job_t *job);
/* Answers httpd's question whether the process of that request lives on, now
 * that its output has ended. */
void mh_serving_output_ended(mh_job_t *job, uint32_t id);

#endif
