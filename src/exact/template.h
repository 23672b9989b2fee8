/*
 * template.h - a zygote's children that make a new process for each request on
 * their own memory, and put it back (rollback/rollback.h).
 *
 * A *template* is made by FORK {TRACKER}. It makes a run, which waits for the
 * request on the channel of the template's, and tells the manager
 * READY {PID [, STATUS] [, RESTORED]} by datagram: the run's process, how the
 * one before it ended, and what it took to put the memory back. The run says
 * LEARNED, TOLD and DONE {MODE} as children do. When the memory cannot be put
 * back, the template says READY {PID 0 [, STATUS]}, and ends.
 *
 * READY has TRACKER when the one that was ordered does not work: the one that
 * the template has instead, or that is to be tried; once with TEXT, why.
 *
 * A request is the run's that receives it, and the next one's as long as it has
 * not been received: a run that ends before leaves it where it is, and has no
 * STATUS. So the next request may come while the memory is put back.
 */
#ifndef MEHARI_TEMPLATE_H
#define MEHARI_TEMPLATE_H

#include <stdbool.h>
#include <sys/types.h>

#include "rollback/rollback.h"

/* First in a process below which there may be templates. */
void mh_template_prepare(void);

typedef enum {
    MH_TEMPLATE_NONE, /* children are forks; why says why */
    MH_TEMPLATE_MADE, /* the zygote: its forks are to be templates */
    MH_TEMPLATE_RUN   /* a run */
} mh_template_e;

/*
 * In a zygote that is about to have children. It returns again in each run.
 * *why may be NULL: they are not asked for.
 */
mh_template_e mh_template_stand(const char **why);

/*
 * In a fork of such a zygote, which has its own channel. MH_TRACKERS: it is to
 * be a child like those of other zygotes.
 */
_Noreturn void mh_template_serve(mh_tracker_e tracker);

/* This process is a run: its memory will be put back. */
bool mh_template_is_run(void);

#endif
