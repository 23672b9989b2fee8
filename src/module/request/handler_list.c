/*
 * handler_list.c - lists of handlers, as Perl pushes, sets and gets them.
 */
#include "module/config/config.h"
#include "module/perl/interpreter.h"
#include "module/perl/turn.h"
#include "module/request/context/context.h"
#include "module/request/handler.h"

static void append(pTHX_ apr_array_header_t *list, SV *what, apr_pool_t *pool);
static AV *list_as_array(pTHX_ apr_array_header_t *list, apr_pool_t *pool);
static apr_status_t release_code(void *data);

apr_array_header_t *mh_handlers_of_request(request_rec *r, mh_hook_e hook)
{
    mh_context_t *context = mh_context_peek(r);

    if (context && context->pushed[hook])
        return context->pushed[hook];
    if (mh_hook_info(hook)->scope != MH_SCOPE_ANY)
        return mh_server_config(r->server)->handlers[hook];
    return mh_dir_config(r)->handlers[hook];
}

apr_array_header_t *mh_handlers_code_of_request(request_rec *r, mh_hook_e hook)
{
    const apr_array_header_t *all = mh_handlers_of_request(r, hook);
    apr_array_header_t *code = NULL;

    for (int i = 0; all && i < all->nelts; i++) {
        mh_handler_t *handler = APR_ARRAY_IDX(all, i, mh_handler_t *);

        if (handler->name)
            continue;
        if (!code)
            code = apr_array_make(r->pool, 1, sizeof(mh_handler_t *));
        APR_ARRAY_PUSH(code, mh_handler_t *) = handler;
    }
    return code;
}

bool mh_handlers_push(pTHX_ mh_context_t *context, mh_hook_e hook, SV *what)
{
    apr_pool_t *pool = context->r->pool;
    apr_array_header_t *now = mh_handlers_of_request(context->r, hook);

    if (!context->pushed[hook])
        context->pushed[hook] = now ? apr_array_copy(pool, now)
                                    : apr_array_make(pool, 1,
                                                     sizeof(mh_handler_t *));
    mh_handlers_exist[hook] = true;
    append(aTHX_ context->pushed[hook], what, pool);
    return true;
}

bool mh_handlers_set(pTHX_ mh_context_t *context, mh_hook_e hook, SV *what)
{
    apr_pool_t *pool = context->r->pool;

    context->pushed[hook] = apr_array_make(pool, 1, sizeof(mh_handler_t *));
    mh_handlers_exist[hook] = true;
    append(aTHX_ context->pushed[hook], what, pool);
    return true;
}

AV *mh_handlers_get(pTHX_ request_rec *r, mh_hook_e hook)
{
    return list_as_array(aTHX_ mh_handlers_of_request(r, hook), r->pool);
}

static apr_array_header_t **server_list(server_rec *s, mh_hook_e hook)
{
    mh_config_ensure(s);
    /* A per-directory hook outside a container is in the lookup defaults. */
    if (mh_hook_info(hook)->scope != MH_SCOPE_ANY)
        return &mh_server_config(s)->handlers[hook];
    return &((mh_dir_config_t *)ap_get_module_config(s->lookup_defaults,
                                                     &perl_module))
                ->handlers[hook];
}

/*
 * Only the thread that has the turn comes here. Other threads may read the list
 * meanwhile: they see the old list or the complete new one.
 */
static bool replace_list(pTHX_ server_rec *s, mh_hook_e hook,
                         const apr_array_header_t *before, SV *what)
{
    apr_pool_t *pool = mehari.own;
    apr_array_header_t *list = before ? apr_array_copy(pool, before)
                                      : apr_array_make(pool, 1,
                                                       sizeof(mh_handler_t *));

    append(aTHX_ list, what, pool);
    __atomic_store_n(server_list(s, hook), list, __ATOMIC_RELEASE);
    mh_handlers_exist[hook] = true;
    return true;
}

bool mh_server_handlers_push(pTHX_ server_rec *s, mh_hook_e hook, SV *what)
{
    return replace_list(aTHX_ s, hook, *server_list(s, hook), what);
}

bool mh_server_handlers_set(pTHX_ server_rec *s, mh_hook_e hook, SV *what)
{
    return replace_list(aTHX_ s, hook, NULL, what);
}

/* For a virtual host: also the handlers of the server, which run for it. */
AV *mh_server_handlers_get(pTHX_ server_rec *s, mh_hook_e hook)
{
    apr_array_header_t *list = *server_list(s, hook);

    if (!list && s->is_virtual && mh_hook_info(hook)->scope == MH_SCOPE_PROCESS)
        list = *server_list(mh_config_base_server(s), hook);
    return list_as_array(aTHX_ list, mehari.own);
}

static void append(pTHX_ apr_array_header_t *list, SV *what, apr_pool_t *pool)
{
    if (!SvOK(what))
        return;
    if (SvROK(what) && SvTYPE(SvRV(what)) == SVt_PVAV) {
        AV *array = (AV *)SvRV(what);

        for (Size_t i = 0; i < av_count(array); i++)
            APR_ARRAY_PUSH(list, mh_handler_t *) =
                mh_handler_from_sv(aTHX_ * av_fetch(array, i, TRUE), pool);
        return;
    }
    APR_ARRAY_PUSH(list, mh_handler_t *) = mh_handler_from_sv(aTHX_ what, pool);
}

mh_handler_t *mh_handler_from_sv(pTHX_ SV *what, apr_pool_t *pool)
{
    mh_handler_t *h;

    if (SvROK(what) && SvTYPE(SvRV(what)) == SVt_PVCV) {
        h = apr_pcalloc(pool, sizeof(*h));
        h->code = newSVsv(what);
        h->generation = mehari.generation;
        apr_pool_cleanup_register(pool, h, release_code, apr_pool_cleanup_null);
        return h;
    }
    if (SvROK(what) || !SvOK(what))
        Perl_croak(aTHX_ "a handler must be a name, a code reference or an "
                         "array of these, not %s",
                   SvROK(what) ? sv_reftype(SvRV(what), TRUE) : "undef");
    return mh_handler_make(pool, SvPV_nolen(what), NULL);
}

static apr_status_t release_code(void *data)
{
    mh_handler_t *h = data;

    mh_turn_discard(h->code, h->generation);
    return APR_SUCCESS;
}

static AV *list_as_array(pTHX_ apr_array_header_t *list, apr_pool_t *pool)
{
    AV *array;

    if (!list)
        return NULL;
    array = (AV *)sv_2mortal((SV *)newAV());
    for (int i = 0; i < list->nelts; i++) {
        mh_handler_t *h = APR_ARRAY_IDX(list, i, mh_handler_t *);
        const char *why;
        SV *invocant;
        SV *code = NULL;

        if (!h->httpds)
            code = mh_handler_code(aTHX_ h, &invocant, pool, &why);

        /* A question does not call the handler, so its code need not exist. */
        if (!code)
            av_push(array, newSVpv(h->name, 0));
        else
            av_push(array, SvROK(code) ? newSVsv(code) : newRV_inc(code));
    }
    return array;
}
