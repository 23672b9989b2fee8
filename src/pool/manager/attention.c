/*
 * attention.c - see attention.h.
 */
#include "pool/manager/attention.h"

#include "pool/manager/jobs/queue.h"
#include "pool/manager/loop/loop.h"
#include "pool/manager/perl/bases.h"
#include "pool/manager/perl/child.h"
#include "pool/manager/common/stuck.h"
#include "pool/manager/workers/worker_base.h"
#include "pool/manager/perl/zygotes.h"

static mh_timers_t timers;
static mh_timer_t timer;

static void look(mh_timer_t *due)
{
    mh_base_look();
    mh_zygote_look();
    mh_child_look();
    mh_worker_base_look();
    if (!mh_queue_idle())
        mh_timer_set(&timers, due);
}

void mh_attention_setup(void)
{
    mh_timer_init(&timer);
    mh_loop_add_timers(&timers, MH_STUCK_PAUSE, look);
}

void mh_attention_begin(void)
{
    if (mh_link_empty(&timer.link))
        mh_timer_set(&timers, &timer);
}
