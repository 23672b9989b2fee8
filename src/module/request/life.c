/* life.c - the begin and end of a request's context. */
#include "module/request/life.h"

#include "module/config/config.h"
#include "module/perl/interpreter.h"
#include "module/perl/parent.h"
#include "module/perl/turn.h"
#include "module/profile/profile_request.h"
#include "module/profile/settings.h"
#include "module/request/context/context.h"
#include "module/request/ending.h"
#include "module/request/environment/environment.h"
#include "module/request/handler.h"
#include "module/request/hold.h"
#include "module/request/phase.h"

enum { PNOTES_ROUNDS = 10 };

static void run_end(mh_context_t *context);
static void free_pnotes(pTHX_ mh_context_t *context);
static mh_context_t *global_around(const mh_context_t *context);

/* A request, the redirects that followed it, and requests inside these. */
static void join(mh_context_t *context)
{
    request_rec *root = mh_hold_root(context->r);

    context->root = context;
    if (root == context->r) {
        mh_ending_expect(root);
        return;
    }
    context->root = mh_context(root);
    context->inner = context->root->inner;
    context->root->inner = context;
}

/* The client has been served, and all of the request is still there. */
static apr_status_t end_request(void *data)
{
    mh_context_t *context = data;

    if (mehari.elsewhere || !mh_parent_lives(context->generation))
        return APR_SUCCESS;
    mh_turn_take(MH_TURN_EVER);
    mh_parent_enter_generation(context->generation);
    run_end(context);
    mh_parent_leave();
    mh_turn_leave();
    return APR_SUCCESS;
}

static void run_end(mh_context_t *context)
{
    mehari.depth++;
    if (mh_handlers_exist[MH_HOOK_CLEANUP])
        mh_phase_run(context->r, MH_HOOK_CLEANUP);
    if (mh_profile_used)
        mh_profile_end(context);
    {
        dTHXa(mehari.perl);

        mh_environment_end(aTHX_ context);
        if (mehari.global == context)
            mehari.global = global_around(context);
        free_pnotes(aTHX_ context);
    }
    mehari.depth--;
}

/*
 * The DESTROY of a noted value may still use the request and note new values.
 * These are freed, too, in a bounded number of rounds.
 */
static void free_pnotes(pTHX_ mh_context_t *context)
{
    mh_context_t *outer = mehari.current;

    mehari.current = context;
    for (int i = 0; context->pnotes && i < PNOTES_ROUNDS; i++) {
        HV *pnotes = context->pnotes;

        context->pnotes = NULL;
        SvREFCNT_dec((SV *)pnotes);
    }
    mehari.current = outer;
}

/* mod_include runs subrequests of a request whose phases had Perl handlers. */
static mh_context_t *global_around(const mh_context_t *context)
{
    mh_context_t *outer = context->r->main ? mh_context_peek(context->r->main)
                                           : NULL;

    return outer && outer->global ? outer : NULL;
}

void mh_life_register(void)
{
    static const mh_context_life_t life = { join, end_request };

    mh_context_lives_by(&life);
}
