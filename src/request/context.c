/*
 * context.c - making a request's context, and what its end does.
 */
#include "context.h"

#include "../config/config.h"
#include "../perl/interpreter.h"
#include "environment.h"
#include "phase.h"

enum { PNOTES_ROUNDS = 10 };

static apr_status_t end_request(void *data);
static apr_status_t request_gone(void *data);
static void free_pnotes(pTHX_ mh_context_t *context);
static mh_context_t *global_around(const mh_context_t *context);

mh_context_t *mh_context_make(request_rec *r)
{
    mh_context_t *context = apr_pcalloc(r->pool, sizeof(*context));

    context->r = r;
    context->generation = mehari.generation;
    context->output.status = OK;
    ap_set_module_config(r->request_config, &perl_module, context);
    mehari.requests++;
    apr_pool_cleanup_register(r->pool, NULL, request_gone,
                              apr_pool_cleanup_null);
    /* Before subrequests and cleanups go: PerlCleanupHandler may use them. */
    apr_pool_pre_cleanup_register(r->pool, context, end_request);
    return context;
}

/*
 * The first cleanup to be registered is the last to run: objects of the pool
 * have been freed too. httpd may end a child from a signal handler at any time
 * before, in the middle of malloc(), and then no Perl may run (end_child).
 */
static apr_status_t request_gone(void *data)
{
    mehari.requests--;
    return APR_SUCCESS;
}

/* The client has been served, and all of the request is still there. */
static apr_status_t end_request(void *data)
{
    mh_context_t *context = data;

    if (!mehari.perl || mehari.generation != context->generation ||
        mehari.elsewhere)
        return APR_SUCCESS;
    mehari.depth++;
    if (mh_handlers_exist[MH_HOOK_CLEANUP])
        mh_phase_run(context->r, MH_HOOK_CLEANUP);
    {
        dTHXa(mehari.perl);

        mh_environment_end(aTHX_ context);
        if (mehari.global == context)
            mehari.global = global_around(context);
        free_pnotes(aTHX_ context);
    }
    mehari.depth--;
    return APR_SUCCESS;
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
