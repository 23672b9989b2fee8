/*
 * template.h - a zygote's forks that make a new process for each request.
 *
 * FORK {TRACKER} makes a *template*. The template makes a run, which waits for
 * the request on the template's channel. By datagram, the template tells the
 * manager READY {PID [, STATUS] [, COST]}: the run's process, how the run
 * before ended, and the cost of putting the memory back. The run says FAILED
 * and DONE, or notes its end. When the memory cannot be put back, the template
 * says READY {PID 0 [, STATUS]}, and ends.
 *
 * Runs have the template's own memory, which is put back (rollback.h). With
 * MH_TRACKER_FORK each run is a fork of the template, with memory of its own
 * (forks.h).
 *
 * FORK without TRACKER: the template is its own and only run. So the first
 * request does not wait for a second fork, nor for the checkpoint.
 *
 * READY and DONE have COST: of all runs since the template's last report, with
 * the files that the last one has compiled.
 *
 * READY has TRACKER if the ordered tracker does not work. TRACKER is what the
 * template uses instead. With PID 0 it is for the next template of its zygote.
 * The first such message says why (TEXT).
 *
 * A request of a lease says so (LEASE). The run says nothing to the manager,
 * which does not know the run's process. If the run ends with a note, the
 * template says nothing either, unless that request was the lease's last. If
 * the run ends without a note, the template says DONE {STATUS, RAN} before it
 * makes the next run. RAN tells how long that run took, and before it the runs
 * with a note, which are told later otherwise.
 *
 * The run that receives a request answers it. A run that ends without having
 * received one leaves it in the channel for the next run, and has no STATUS. So
 * the next request may come while the memory is put back.
 */
#ifndef MEHARI_POOL_PERL_TEMPLATE_H
#define MEHARI_POOL_PERL_TEMPLATE_H

#include <stdbool.h>
#include <sys/types.h>

#include "pool/perl/forks.h"
#include "pool/rollback/rollback.h"
#include "shared/wire/wire.h"

/* True if memory of this pool's scripts may be put back. */
bool mh_perl_template_is_wanted(void);

/* Call it first in a process below which there may be templates. */
void mh_perl_template_prepare(void);

/*
 * In a base that has loaded its modules: makes the layer, which is below the
 * memory of all scripts of the base. NULL, or why each script has its own copy.
 */
const char *mh_perl_template_layer(void);

/*
 * Makes the checkpoint, in a zygote. Returns again, with true, in each run.
 * *why names what cannot be put back: then runs are forks. NULL: there is a
 * checkpoint, or none is wanted.
 */
bool mh_perl_template_stand(const char **why);

/*
 * Turns a fork of such a zygote, which has its own channel, into a template.
 * Returns in runs that are forks, which make() makes.
 */
void mh_perl_template_serve(mh_tracker_e tracker, pid_t (*make)(void));

/* This process's run, in which its template finds what it must know. NULL: the
 * process is no run of a template. */
mh_run_t *mh_perl_template_run(void);
/* True if the process's memory is the template's, and will be put back. */
bool mh_perl_template_is_put_back(void);

/* Called in a run that has received this request. */
void mh_perl_template_received(const mh_wire_message_t *request);
/* True if the template tells the manager of this run's end. */
bool mh_perl_template_tells(void);

#endif
