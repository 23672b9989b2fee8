/*
 * phase.c - httpd's hooks, each running the list of its Perl handlers.
 */
#include "module/request/phase.h"

#include "http_connection.h"

#include "module/api/core/object.h"
#include "module/config/config.h"
#include "module/perl/call.h"
#include "module/perl/interpreter.h"
#include "module/perl/parent.h"
#include "module/request/context/context.h"
#include "module/request/environment/environment.h"
#include "module/request/handler.h"
#include "module/request/nested.h"
#include "module/request/page_call.h"
#include "module/request/timing.h"
#include "module/request/response_maker.h"
#include "module/profile/profile_request.h"
#include "module/profile/settings.h"
#include "shared/probes.h"
#include "module/common/role.h"
#include "module/request/enter.h"

enum { MOST_ARGUMENTS = 6 };

static int run_list(pTHX_ apr_array_header_t *(*find)(void *, mh_hook_e),
                    void *of, mh_hook_e hook, const apr_array_header_t *list,
                    SV **args, int count);
static int run_handler(pTHX_ mh_handler_t *h, request_rec *r, server_rec *s,
                       SV **args, int count);
static int run_phase(mh_context_t *context, mh_hook_e hook,
                     const apr_array_header_t *list);
static int run_handlers(mh_context_t *context, mh_hook_e hook,
                        const apr_array_header_t *list);
static int run_connection(conn_rec *c, mh_hook_e hook,
                          const apr_array_header_t *list);

static mh_answerer_fn *answerer;

void mh_phase_answered_by(mh_answerer_fn *function)
{
    answerer = function;
}

/* The last phases run where the response was made. */
static bool is_the_workers(const request_rec *r, mh_hook_e hook)
{
    return (hook == MH_HOOK_LOG || hook == MH_HOOK_CLEANUP) &&
           !mh_role_is_worker() && mh_response_elsewhere(r);
}

/* A worker runs handlers that have a name; code runs here. */
static apr_array_header_t *list_of_request(void *of, mh_hook_e hook)
{
    request_rec *r = of;

    return is_the_workers(r, hook) ? mh_handlers_code_of_request(r, hook)
                                   : mh_handlers_of_request(r, hook);
}

static apr_array_header_t *list_of_server(void *s, mh_hook_e hook)
{
    return mh_server_config(s)->handlers[hook];
}

int mh_phase_run(request_rec *r, mh_hook_e hook)
{
    const apr_array_header_t *list;
    int status;

    if (!mh_handlers_exist[hook])
        return DECLINED;
    list = list_of_request(r, hook);
    if (!list || !list->nelts || !mh_hook_enabled(r->server, hook))
        return DECLINED;
    status = mh_enter_perl(r, hook);
    if (status != OK)
        return status;
    if (mh_profile_used)
        mh_profile_watch(mh_context(r));
    status = run_phase(mh_context(r), hook, list);
    mh_leave_perl();
    return status;
}

/* The interpreter is this request's. */
static int run_phase(mh_context_t *context, mh_hook_e hook,
                     const apr_array_header_t *list)
{
    mh_nested_t nested;
    int status;
    dTHXa(mehari.perl);

    mh_nested_enter(aTHX_ & nested, context);
    status = run_handlers(context, hook, list);
    mh_nested_leave(aTHX_ & nested, context);
    return status;
}

int mh_phase_run_entered(mh_context_t *context, mh_hook_e hook,
                         const apr_array_header_t *list)
{
    if (!mh_hook_enabled(context->r->server, hook))
        return DECLINED;
    if (mh_profile_used)
        mh_profile_watch(context);
    return run_handlers(context, hook, list);
}

static int run_handlers(mh_context_t *context, mh_hook_e hook,
                        const apr_array_header_t *list)
{
    request_rec *r = context->r;
    int outer_hook = mehari.hook;
    SV *args[1];
    int status;
    dTHXa(mehari.perl);

    if (mh_dir_config(r)->options.on & MH_GLOBAL_REQUEST)
        mh_context_global(context);
    mehari.hook = hook;
    ENTER;
    SAVETMPS;
    mh_environment_begin(aTHX_ context, hook);
    args[0] = mh_object_request(aTHX_ r);
    status = run_list(aTHX_ list_of_request, r, hook, list, args, 1);
    FREETMPS;
    LEAVE;
    mehari.hook = outer_hook;
    return status;
}

int mh_phase_run_server(pTHX_ server_rec *s, mh_hook_e hook, SV **args,
                        int count)
{
    int outer_hook = mehari.hook;
    int status;

    if (!mh_hook_enabled(s, hook))
        return OK;
    mehari.hook = hook;
    status = run_list(aTHX_ list_of_server, s, hook, list_of_server(s, hook),
                      args, count);
    mehari.hook = outer_hook;
    return status == DECLINED ? OK : status;
}

/*
 * Runs a hook of the connection's server with the one argument $c. DECLINED
 * when there are no handlers.
 */
static int enter_and_run(conn_rec *c, mh_hook_e hook)
{
    server_rec *s = c->base_server;
    const apr_array_header_t *list = mh_server_config(s)->handlers[hook];
    int status;

    if (!list || !list->nelts || !mh_hook_enabled(s, hook))
        return DECLINED;
    status = mh_enter_perl_of(c);
    if (status != OK)
        return status;
    status = run_connection(c, hook, list);
    mh_leave_perl();
    return status;
}

static int run_connection(conn_rec *c, mh_hook_e hook,
                          const apr_array_header_t *list)
{
    int outer_hook = mehari.hook;
    int status;

    {
        dTHXa(mehari.perl);
        SV *args[1];

        mehari.hook = hook;
        ENTER;
        SAVETMPS;
        args[0] = mh_object_connection(aTHX_ c);
        status = run_list(aTHX_ list_of_server, c->base_server, hook, list,
                          args, 1);
        FREETMPS;
        LEAVE;
        mehari.hook = outer_hook;
    }
    return status;
}

static bool is_same(const mh_handler_t *a, const mh_handler_t *b)
{
    if (a->name || b->name)
        return a->name && b->name && !strcmp(a->name, b->name);
    return SvRV(a->code) == SvRV(b->code);
}

static bool has(const server_rec *s, mh_hook_e hook, const mh_handler_t *h)
{
    const apr_array_header_t *list = mh_server_config(s)->handlers[hook];

    for (int i = 0; list && i < list->nelts; i++)
        if (is_same(APR_ARRAY_IDX(list, i, mh_handler_t *), h))
            return true;
    return false;
}

/*
 * A handler for the process runs only once in it, even if several hosts name
 * the handler: a second call could connect, or start a thread, again.
 */
static bool ran_before(const server_rec *s, mh_hook_e hook,
                       const mh_handler_t *h)
{
    if (mh_hook_info(hook)->scope != MH_SCOPE_PROCESS)
        return false;
    for (const server_rec *each = mehari.server; each && each != s;
         each = each->next)
        if (mh_parent_generation(each) == mh_parent_generation(s) &&
            mh_hook_enabled(each, hook) && has(each, hook, h))
            return true;
    return false;
}

/*
 * The list is looked up again after each handler: a handler may push to the
 * hook it runs in.
 */
static int run_list(pTHX_ apr_array_header_t *(*find)(void *, mh_hook_e),
                    void *of, mh_hook_e hook, const apr_array_header_t *list,
                    SV **args, int count)
{
    bool request = find == list_of_request;
    mh_run_rule_e run = mh_hook_info(hook)->run;
    int status = DECLINED;

    for (int i = 0; list && i < list->nelts; i++) {
        mh_handler_t *h = APR_ARRAY_IDX(list, i, mh_handler_t *);

        if (!request && ran_before(of, hook, h))
            continue;
        status = run_handler(aTHX_ h, request ? of : NULL, request ? NULL : of,
                             args, count);
        if (run == MH_RUN_RULE_FIRST && status != DECLINED)
            return status;
        if (run == MH_RUN_RULE_ALL && status != OK && status != DECLINED)
            return status;
        list = find(of, hook);
    }
    return run == MH_RUN_RULE_VOID ? OK : status;
}

/* PerlChildExitHandler gets the child's pool, which is about to go. */
void mh_phase_child(mh_hook_e hook, apr_pool_t *pchild, server_rec *s)
{
    for (; s; s = s->next) {
        if (!mh_server_config(s)->handlers[hook])
            continue;
        mh_parent_enter(s);
        {
            dTHXa(mehari.perl);

            ENTER;
            SAVETMPS;
            {
                SV *args[2] = { mh_object_pool(aTHX_ pchild),
                                mh_object_server(aTHX_ s) };

                mh_phase_run_server(aTHX_ s, hook, args, 2);
            }
            FREETMPS;
            LEAVE;
        }
        mh_parent_leave();
    }
}

static void report_unresolved(const mh_handler_t *h, request_rec *r,
                              server_rec *s, const char *why)
{
    if (r)
        mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "MH2002: failed to resolve handler `%s': %s", h->name,
                      why);
    else
        mh_log_error(APLOG_MARK, APLOG_ERR, 0, s,
                     "MH2002: failed to resolve handler `%s': %s", h->name,
                     why);
}

/*
 * A Registry script's error is in the log already; mod_perl, too, merges an
 * empty note.
 */
static int noted_status(request_rec *r, int status)
{
    if (status == HTTP_INTERNAL_SERVER_ERROR)
        apr_table_mergen(r->notes, "error-notes", "");
    return status;
}

/*
 * True for the page's sub itself; handlers that it pushes are called as any
 * others.
 */
static bool is_page_call(const request_rec *r)
{
    return r && mehari.hook == MH_HOOK_RESPONSE && mh_page_call_is(r);
}

/*
 * The result of a handler that has not died. As in mod_perl, error-notes are $@
 * after exit(), and after a status of 500, where $@ is empty.
 */
static int settled(pTHX_ request_rec *r, const mh_result_t *result)
{
    int status = result->outcome == MH_CALL_OK && result->defined
                     ? (int)result->status
                     : OK;

    if (is_page_call(r))
        return OK;
    if (r && (result->outcome == MH_CALL_EXIT ||
              status == HTTP_INTERNAL_SERVER_ERROR))
        apr_table_mergen(r->notes, "error-notes",
                         mh_error_whole(aTHX_ r->pool));
    return status;
}

/* The arguments that a page gives: any number of words. */
static SV **add_words(pTHX_ request_rec *r, SV **args, int *count)
{
    const apr_array_header_t *words = mh_page_call_words(r);
    SV **all = apr_palloc(r->pool,
                          sizeof(SV *) * (size_t)(*count + words->nelts));

    memcpy(all, args, sizeof(SV *) * (size_t)*count);
    for (int i = 0; i < words->nelts; i++)
        all[(*count)++] = sv_2mortal(
            newSVpv(APR_ARRAY_IDX(words, i, char *), 0));
    return all;
}

/* undef and an empty return count as OK. */
static int call_handler(pTHX_ mh_handler_t *h, request_rec *r, server_rec *s,
                        SV **args, int count)
{
    apr_pool_t *pool = r ? r->pool : s->process->pconf;
    SV *room[MOST_ARGUMENTS + 1];
    SV **all = room;
    mh_result_t result;
    const char *why;
    SV *invocant;
    SV *code = mh_handler_code(aTHX_ h, &invocant, pool, &why);
    int n = 0;

    if (!code) {
        report_unresolved(h, r, s, why);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    if (invocant)
        all[n++] = invocant;
    if (r && invocant && mehari.hook == MH_HOOK_RESPONSE &&
        SvTYPE(code) == SVt_PVCV) {
        int status;

        if (answerer &&
            answerer(aTHX_ mehari.current, invocant, (CV *)code, &status))
            return noted_status(r, status);
    }
    for (int i = 0; i < count && n <= MOST_ARGUMENTS; i++)
        all[n++] = args[i];
    if (is_page_call(r))
        all = add_words(aTHX_ r, room, &n);
    result = mh_call(aTHX_ code, all, n);
    if (result.outcome == MH_CALL_DIED)
        return mh_error_report(aTHX_ r, s);
    return settled(aTHX_ r, &result);
}

/*
 * Only C can go on with a request that was suspended. Under event its
 * connection would stay for ever, under other MPMs the next request on it would
 * follow an answer without an end.
 */
static int refuse_suspension(const mh_handler_t *h, request_rec *r)
{
    mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  "MH2050: handler %s returned SUSPENDED: nothing would resume "
                  "the request; return OK when its answer is whole",
                  h->name ? h->name : "sub { ... }");
    return HTTP_INTERNAL_SERVER_ERROR;
}

static const mh_handler_t *last; /* the handler that was called last */

const char *mh_phase_last(void)
{
    return last && last->name ? last->name : "sub { ... }";
}

static int run_handler(pTHX_ mh_handler_t *h, request_rec *r, server_rec *s,
                       SV **args, int count)
{
    mh_timing_t timing = { 0 };
    int status;

    last = h;
    mh_probe_handler_start(h->name, mh_hook_info(mehari.hook)->name);
    if (r)
        mh_timing_begin(&timing, r);
    status = call_handler(aTHX_ h, r, s, args, count);
    if (r && status == SUSPENDED)
        status = refuse_suspension(h, r);
    if (r)
        mh_timing_end(&timing, r, mehari.hook, h->name);
    mh_probe_handler_done(h->name, status);
    return status;
}

/*
 * Each request asks all phases, and few have handlers, so this only looks at a
 * flag.
 */
static inline int run_hook(request_rec *r, mh_hook_e hook)
{
    return mh_handlers_exist[hook] ? mh_phase_run(r, hook) : DECLINED;
}

/*
 * The core puts the socket there after us, but handlers want it now. A
 * connection that httpd makes itself may have none.
 */
static int pre_connection(conn_rec *c, void *socket)
{
    if (!mh_handlers_exist[MH_HOOK_PRE_CONNECTION])
        return DECLINED;
    if (socket && !ap_get_core_module_config(c->conn_config))
        ap_set_core_module_config(c->conn_config, socket);
    return enter_and_run(c, MH_HOOK_PRE_CONNECTION);
}

static int process_connection(conn_rec *c)
{
    return mh_handlers_exist[MH_HOOK_PROCESS_CONNECTION]
               ? enter_and_run(c, MH_HOOK_PROCESS_CONNECTION)
               : DECLINED;
}

/* A hook function per phase: httpd gives no data pointer to its hooks. */
static int post_read_request(request_rec *r)
{
    return run_hook(r, MH_HOOK_POST_READ_REQUEST);
}

static int translate_name(request_rec *r)
{
    return run_hook(r, MH_HOOK_TRANS);
}

static int map_to_storage(request_rec *r)
{
    return run_hook(r, MH_HOOK_MAP_TO_STORAGE);
}

static int header_parser(request_rec *r)
{
    return run_hook(r, MH_HOOK_HEADER_PARSER);
}

static int access_checker(request_rec *r)
{
    return run_hook(r, MH_HOOK_ACCESS);
}

static int check_user_id(request_rec *r)
{
    return run_hook(r, MH_HOOK_AUTHEN);
}

static int auth_checker(request_rec *r)
{
    return run_hook(r, MH_HOOK_AUTHZ);
}

static int type_checker(request_rec *r)
{
    return run_hook(r, MH_HOOK_TYPE);
}

static int fixups(request_rec *r)
{
    return run_hook(r, MH_HOOK_FIXUP);
}

static bool has_handlers(request_rec *r, mh_hook_e hook)
{
    const apr_array_header_t *list;

    if (!mh_handlers_exist[hook])
        return false;
    list = list_of_request(r, hook);
    return list && list->nelts;
}

bool mh_phase_awaits_end(request_rec *r)
{
    return has_handlers(r, MH_HOOK_LOG) || has_handlers(r, MH_HOOK_CLEANUP);
}

/* A request that has met no Perl is watched from here on, for its end. */
static void expect_cleanup(request_rec *r)
{
    if (!mh_context_peek(r) && has_handlers(r, MH_HOOK_CLEANUP))
        (void)mh_context(r);
}

static int log_transaction(request_rec *r)
{
    const mh_context_t *context = mh_context_peek(r);

    if (context && context->logged)
        return context->log_status;
    expect_cleanup(r);
    return run_hook(r, MH_HOOK_LOG);
}

void mh_phases_register(void)
{
    mehari.hook = MH_HOOK_NONE;
    ap_hook_pre_connection(pre_connection, NULL, NULL, APR_HOOK_FIRST);
    ap_hook_process_connection(process_connection, NULL, NULL, APR_HOOK_FIRST);
    ap_hook_post_read_request(post_read_request, NULL, NULL,
                              APR_HOOK_REALLY_FIRST);
    ap_hook_translate_name(translate_name, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_map_to_storage(map_to_storage, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_header_parser(header_parser, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_access_checker(access_checker, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_check_user_id(check_user_id, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_auth_checker(auth_checker, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_type_checker(type_checker, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_fixups(fixups, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_log_transaction(log_transaction, NULL, NULL, APR_HOOK_REALLY_FIRST);
}
