/*
 * ending.c - in the order of perl_destruct().
 */
#include "fresh/ending.h"

#include "fresh/stage.h"

/* exit() in an END block goes on with the next, as perl does. */
static void run_end_blocks(pTHX_ void *data)
{
    PERL_UNUSED_ARG(data);
    PERL_SET_PHASE(PERL_PHASE_END);
    call_list(PL_scopestack_ix, PL_endav);
}

static void destroy_objects(pTHX_ void *data)
{
    PL_phase = PERL_PHASE_DESTRUCT;
    mh_snapshot_destroy_objects(aTHX_ data);
}

int mh_ending_run(pTHX_ mh_snapshot_t *snapshot)
{
    int status;

    /* perl asks for all signals' handlers first; some signals do not exist. */
    if (PL_endav && av_count(PL_endav) > 0)
        SETERRNO(EINVAL, LIB_INVARG);
    while (PL_endav && av_count(PL_endav) > 0)
        mh_stage_run(aTHX_ run_end_blocks, NULL);
    status = STATUS_EXIT;
    if (snapshot)
        while (mh_stage_run(aTHX_ destroy_objects, snapshot) == MH_STAGE_EXITED)
            continue;
    return (status & 255) << 8;
}
