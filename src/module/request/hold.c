/*
 * hold.c - see hold.h.
 */
#include "module/request/hold.h"

#include "mpm_common.h"

#include "module/config/config.h"
#include "module/perl/interpreter.h"
#include "module/perl/turn.h"
#include "module/request/environment/environment.h"
#include "module/request/response_maker.h"

#define KEY "mehari-refused"

static bool is_refused(request_rec *root);
static int refuse(request_rec *r, request_rec *root);
static void find_again(request_rec *r);

request_rec *mh_hold_root(request_rec *r)
{
    while (r->main || r->prev)
        r = r->main ? r->main : r->prev;
    return r;
}

/* The last phases wait without a limit, because nobody waits for them. */
static bool is_last(mh_hook_e hook)
{
    return hook == MH_HOOK_LOG || hook == MH_HOOK_CLEANUP;
}

int mh_hold_take(request_rec *r, mh_hook_e hook)
{
    request_rec *root = mh_hold_root(r);

    if (is_refused(root))
        return is_last(hook) ? DECLINED : HTTP_SERVICE_UNAVAILABLE;
    if (mh_turn_take(is_last(hook) ? MH_TURN_EVER
                                   : mh_server_config(r->server)->interp_wait))
        return OK;
    return refuse(r, root);
}

/*
 * Handlers of the page for 503 do not wait once more, and neither does a thread
 * that only logs it.
 */
static int refuse(request_rec *r, request_rec *root)
{
    mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, r, "MH2003: %s: " MH_TURN_LATE,
                  r->uri, mh_server_config(r->server)->interp_wait);
    apr_pool_userdata_setn(root, KEY, NULL, root->pool);
    return HTTP_SERVICE_UNAVAILABLE;
}

static bool is_refused(request_rec *root)
{
    void *data = NULL;

    apr_pool_userdata_get(&data, KEY, root->pool);
    return data != NULL;
}

void mh_hold_begin(request_rec *r, mh_hook_e hook)
{
    mh_context_t *root = mh_context(mh_hold_root(r));
    bool ours = root->answer == MH_ANSWER_OURS;

    if (mh_turn_fresh())
        find_again(r);
    if (hook == MH_HOOK_NONE)
        return;
    if (ours || is_last(hook) ||
        (root->answer == MH_ANSWER_UNKNOWN && !r->main))
        mh_turn_keep(root);
}

/* Others have had the interpreter in the middle of this request. */
static void find_again(request_rec *r)
{
    mh_context_t *context = mh_context_peek(r);
    dTHXa(mehari.perl);

    if (context && context->env_wanted)
        mh_environment_offer(aTHX_ context);
    for (; r; r = r->main) {
        context = mh_context_peek(r);
        if (context && context->global) {
            mehari.global = context;
            return;
        }
    }
}

/*
 * The handler of the request is known now. A file may be long and its client
 * slow, and a pool or a proxy may take its time.
 */
static int before_response(request_rec *r)
{
    mh_context_t *root;

    if (!mehari.threaded || r->main)
        return DECLINED;
    root = mh_context_peek(mh_hold_root(r));
    if (!root)
        return DECLINED;
    root->answer = mh_response_is_ours(r) ? MH_ANSWER_OURS : MH_ANSWER_OTHERS;
    if (root->answer == MH_ANSWER_OTHERS && !mh_turn_busy())
        mh_turn_drop(root);
    return DECLINED;
}

/*
 * The thread goes to another connection, even if something is left to do here.
 */
static void suspend_connection(conn_rec *c, request_rec *r)
{
    if (mehari.threaded && !mh_turn_busy())
        mh_turn_drop_all();
}

void mh_hold_register(void)
{
    mh_turn_on_rest(mh_environment_rest);
    ap_hook_handler(before_response, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_suspend_connection(suspend_connection, NULL, NULL, APR_HOOK_MIDDLE);
}
