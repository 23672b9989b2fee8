/*
 * context.c - making a request's context, and what its end does.
 */
#include "context.h"

#include "../config/config.h"
#include "../perl/interpreter.h"
#include "../perl/parent.h"
#include "../perl/turn.h"
#include "profile/request.h"
#include "profile/settings.h"
#include "ending.h"
#include "environment.h"
#include "hold.h"
#include "phase.h"

enum { PNOTES_ROUNDS = 10 };

static void join(mh_context_t *context);
static void part(mh_context_t *context);
static apr_status_t end_request(void *data);
static void run_end(mh_context_t *context);
static apr_status_t request_gone(void *data);
static void free_pnotes(pTHX_ mh_context_t *context);
static mh_context_t *global_around(const mh_context_t *context);

mh_context_t *mh_context_make(request_rec *r)
{
    mh_context_t *context = apr_pcalloc(r->pool, sizeof(*context));

    context->r = r;
    context->generation = mh_parent_generation(r->server);
    context->output.status = OK;
    ap_set_module_config(r->request_config, &perl_module, context);
    __atomic_add_fetch(&mehari.requests, 1, __ATOMIC_RELAXED);
    if (mehari.threaded)
        join(context);
    apr_pool_cleanup_register(r->pool, context, request_gone,
                              apr_pool_cleanup_null);
    /* Before subrequests and cleanups go: PerlCleanupHandler may use them. */
    apr_pool_pre_cleanup_register(r->pool, context, end_request);
    return context;
}

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

static void part(mh_context_t *context)
{
    mh_context_t **link = &context->root->inner;

    while (*link && *link != context)
        link = &(*link)->inner;
    if (*link)
        *link = context->inner;
}

/*
 * The first cleanup to be registered is the last to run: objects of the pool
 * have been freed too. httpd may end a child from a signal handler at any time
 * before, in the middle of malloc(), and then no Perl may run (end_child).
 */
static apr_status_t request_gone(void *data)
{
    mh_context_t *context = data;

    __atomic_sub_fetch(&mehari.requests, 1, __ATOMIC_RELAXED);
    if (!context->root)
        return APR_SUCCESS;
    if (context->root != context)
        part(context);
    mh_turn_drop(context);
    return APR_SUCCESS;
}

/* The client has been served, and all of the request is still there. */
static apr_status_t end_request(void *data)
{
    mh_context_t *context = data;

    if (mehari.elsewhere || !mh_parent_lives(context->generation))
        return APR_SUCCESS;
    mh_turn_take(NULL);
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

/* The list is of the youngest first, as pools end. */
void mh_context_end(mh_context_t *root)
{
    for (mh_context_t *each = root->inner; each; each = each->inner)
        apr_pool_cleanup_run(each->r->pool, each, end_request);
    apr_pool_cleanup_run(root->r->pool, root, end_request);
}

/*
 * DESTROY of what was noted may still use the request, and its pnotes: what is
 * noted then goes as well, unless that never ends.
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

/* A request inside another: response.c and phase.c put the outer one back. */
void mh_context_global(mh_context_t *context)
{
    context->global = true;
    mehari.global = context;
}

/* mod_include runs subrequests of a request whose phases had Perl handlers. */
static mh_context_t *global_around(const mh_context_t *context)
{
    mh_context_t *outer = context->r->main ? mh_context_peek(context->r->main)
                                           : NULL;

    return outer && outer->global ? outer : NULL;
}
