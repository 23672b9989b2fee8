/*
 * template_lease.h - templates that a process of httpd uses without the
 * manager.
 *
 * If one thread of httpd asks for the same script again and again, and the
 * script's runs end well, the thread gets the sending end of a template's
 * channel. It then sends requests to the template itself while the lease goes
 * on: for at most MH_LEASE_MOST requests, and about half a second. For the
 * manager, the first request of the lease lasts as long as the lease, and holds
 * a slot.
 *
 * The manager hears nothing of a lease's requests, unless one ends badly: then
 * the template says DONE, and the lease is over. A lease is also over when the
 * template says READY for its last request, or when the manager *recalls* it:
 * then httpd can send nothing more, the present request comes to its end, and
 * the template ends, with a report of its last run. So a recall needs no answer
 * from httpd, but costs a template.
 *
 * All leases are recalled before the manager reads that a file has changed:
 * httpd looks whether there is such a notice, then sends. So a request that
 * begins after a change never reaches an old template.
 */
#ifndef MEHARI_POOL_MANAGER_PERL_TEMPLATE_LEASE_H
#define MEHARI_POOL_MANAGER_PERL_TEMPLATE_LEASE_H

#include "pool/manager/jobs/job.h"
#include "pool/manager/perl/child.h"

void mh_template_lease_setup(void);
/*
 * Sets the descriptor that is readable when files have changed. With -1 there
 * are no leases.
 */
void mh_template_lease_files(int changes);
/* Counts a run of the child that has noted its end. */
void mh_template_lease_noted(mh_child_t *child);
/* Offers the child, which is about to get the job's request, to the job's
 * process of httpd, if that is worth it. */
void mh_template_lease_offer(mh_child_t *child, const mh_job_t *job);
/* The child does not get the request after all: ends the lease that was
 * offered. */
void mh_template_lease_withdraw(mh_child_t *child, mh_job_t *job);
/* Begins with the lease's requests, if the first is over. */
void mh_template_lease_settle(mh_child_t *child);
/*
 * Takes the template's report. True: the lease goes on. False: it is over, and
 * the job is now that of the request with this id.
 */
bool mh_template_lease_goes_on(mh_child_t *child, uint32_t id, pid_t runs,
                               int status);
/* Takes the times of runs that the manager has not heard of. */
void mh_template_lease_ran(mh_child_t *child, const mh_wire_message_t *report);
/* The job's request will be counted when it ends, like that of other jobs. */
void mh_template_lease_count_job(mh_child_t *child);
/* Ends the lease, for the manager; harmless where there is none. */
void mh_template_lease_end(mh_child_t *child);
/* The template takes no more requests; harmless where there is no lease. */
void mh_template_lease_recall(mh_child_t *child);
/* Looks whether a recalled template can end: see attention.h. */
void mh_template_lease_look(const mh_child_t *child);
void mh_template_lease_recall_all(void);
/* Answers, when it is known, whether that request's process lives on. */
void mh_template_lease_ask(mh_child_t *child, uint32_t id);
/*
 * The run that has received the request, or will; without a run, the template.
 */
pid_t mh_template_lease_process(const mh_child_t *child);

#endif
