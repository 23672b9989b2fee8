/*
 * template.h - a zygote's children that make a new process for each request on
 * their own memory, and put it back (pool/rollback/rollback.h).
 *
 * A *template* is made by FORK {TRACKER}. It makes a run, which waits for the
 * request on the channel of the template's, and tells the manager READY {PID [,
 * STATUS] [, RESTORED]} by datagram: the run's process, how the one before it
 * ended, and what it took to put the memory back. The run says ASKED,
 * UNSHAREABLE and DONE {MODE} as children do, or notes its end. When the memory
 * cannot be put back, the template says READY {PID 0 [, STATUS]}, and ends.
 *
 * READY and DONE have COST: of all runs since the template's last report, and
 * LOADED if these have compiled files.
 *
 * READY has TRACKER if the tracker that was ordered does not work. It is the
 * one that the template has instead, or will try next; the first such message
 * says why (TEXT).
 *
 * A request of a lease says so (LEASE). Its run says nothing to the manager,
 * which does not know its process. If the run ends with a note, the template
 * says nothing either, unless that request was the lease's last; if not, it
 * says DONE {STATUS, TOOK}, before it makes the next run. RAN tells later how
 * long the runs took that ended with a note.
 *
 * The run that receives a request answers it. A run that ends without having
 * received one leaves it in the channel for the next run, and has no STATUS. So
 * the next request may come while the memory is put back.
 */
#ifndef MEHARI_POOL_PERL_TEMPLATE_H
#define MEHARI_POOL_PERL_TEMPLATE_H

#include <stdbool.h>
#include <sys/types.h>

#include "pool/rollback/rollback.h"
#include "shared/wire/wire.h"

/* True if scripts of this pool have templates. */
bool mh_perl_template_is_wanted(void);

/* First in a process below which there may be templates. */
void mh_perl_template_prepare(void);

/*
 * In a base that has loaded its modules: they are the layer below the memory of
 * all its scripts. NULL, or why each script has its own copy.
 */
const char *mh_perl_template_layer(void);

typedef enum {
    MH_TEMPLATE_NONE, /* children are forks, for the reason in *why */
    MH_TEMPLATE_MADE, /* the zygote: its forks become templates */
    MH_TEMPLATE_RUN   /* a run */
} mh_template_e;

/* Makes the checkpoint, in a zygote. Returns again in each run. */
mh_template_e mh_perl_template_stand(const char **why);

/* Turns a fork of such a zygote, which has its own channel, into a template. */
_Noreturn void mh_perl_template_serve(mh_tracker_e tracker);

/* True if this process is a run: its memory will be put back. */
bool mh_perl_template_is_run(void);

/* In a run: it has received this request. */
void mh_perl_template_received(const mh_wire_message_t *request);
/* True if the template tells the manager of this run's end. */
bool mh_perl_template_tells(void);
/* The run has compiled that many bytes of these files: see behind.h. */
void mh_perl_template_compiled(uint64_t bytes, const char *names);
/* The run has noted its end. */
void mh_perl_template_noted(void);
/* The run ends with this status, which is not noted. */
void mh_perl_template_ends(int status);

#endif
