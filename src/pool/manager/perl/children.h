/*
 * children.h - the templates of a zygote: some ready, some busy.
 */
#ifndef MEHARI_POOL_MANAGER_PERL_CHILDREN_H
#define MEHARI_POOL_MANAGER_PERL_CHILDREN_H

#include "pool/manager/jobs/job.h"
#include "pool/manager/perl/zygotes.h"

void mh_children_setup(void);
void mh_children_init(mh_zygote_t *zygote);
/* Gives the job to a template, or answers it. */
void mh_children_run(mh_zygote_t *zygote, mh_job_t *job);
/*
 * Takes back a template whose run has ended, because it can serve the next
 * request.
 */
void mh_children_keep(mh_child_t *child);
/* Take what the zygote reports of its children: FORK, DONE. */
void mh_children_born(mh_zygote_t *zygote, const mh_wire_message_t *message);
void mh_children_ended(mh_zygote_t *zygote, const mh_wire_message_t *message);
/* When the oldest order was sent that the zygote has not answered; 0: there is
 * none. */
uint64_t mh_children_owes(const mh_zygote_t *zygote);
/*
 * Makes a child ready if there is none, because the one that was ready is about
 * to end.
 */
void mh_children_replace(mh_zygote_t *zygote);
/* Ends the leases of the zygote's templates. */
void mh_children_recall(mh_zygote_t *zygote);
/* Drops the children that are ready. */
void mh_children_release(mh_zygote_t *zygote);
/*
 * Watches the children itself, because the zygote does not report their ends
 * any more.
 */
void mh_children_orphan(mh_zygote_t *zygote);

#endif
