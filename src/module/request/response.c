/*
 * response.c - the two content handlers.
 */
#include "module/request/response.h"

#include "module/config/config.h"
#include "module/perl/interpreter.h"
#include "module/request/handler.h"
#include "module/scoreboard/account.h"
#include "module/limit/overtime.h"
#include "module/request/context/context.h"
#include "module/request/environment/environment.h"
#include "module/request/input.h"
#include "module/request/nested.h"
#include "module/request/output.h"
#include "module/request/phase.h"
#include "module/request/scope.h"
#include "module/request/enter.h"
#include "shared/probes.h"

static int respond(request_rec *r, bool script);
static int blame_client(request_rec *r);
static int break_off(mh_context_t *context);
static int run(mh_context_t *context, bool script,
               const apr_array_header_t *list);
static int run_plain(mh_context_t *context, const apr_array_header_t *list);
static int run_script(mh_context_t *context, const apr_array_header_t *list);

static int modperl(request_rec *r)
{
    return strcmp(r->handler, "modperl") ? DECLINED : respond(r, false);
}

static int perl_script(request_rec *r)
{
    return strcmp(r->handler, "perl-script") ? DECLINED : respond(r, true);
}

static int respond(request_rec *r, bool script)
{
    const apr_array_header_t *list = mh_handlers_of_request(r,
                                                            MH_HOOK_RESPONSE);
    mh_context_t *context;
    mh_account_t account;
    int status;

    if (!list || !list->nelts)
        return DECLINED;
    status = mh_enter_perl(r, MH_HOOK_RESPONSE);
    if (status != OK)
        return status;
    context = mh_context(r);
    if (!context->output.sent && !context->headers_done)
        context->output.parse_headers = mh_dir_config(r)->options.on &
                                        MH_PARSE_HEADERS;
    mh_probe_request_start(r->uri, r->handler);
    mh_account_begin(&account, r, APR_ARRAY_IDX(list, 0, mh_handler_t *)->name);
    status = run(context, script, list);
    mh_probe_request_done(r->uri, status);
    if (status == HTTP_INTERNAL_SERVER_ERROR && mh_input_status(r) != OK)
        status = blame_client(r);
    if (status == HTTP_INTERNAL_SERVER_ERROR && mh_overtime_passed())
        status = break_off(context);
    status = mh_output_finish(context, status);
    mh_account_end(&account, r, status);
    context->declined = status == DECLINED;
    /*
     * As in mod_perl, a handler that declines may have chosen another by type.
     */
    if (status == DECLINED && r->content_type)
        r->handler = r->content_type;
    mh_leave_perl();
    return status;
}

/*
 * The handler has not failed, so a later request may succeed. A response that
 * has begun must not look whole.
 */
static int break_off(mh_context_t *context)
{
    if (!context->output.sent)
        return HTTP_SERVICE_UNAVAILABLE;
    context->r->connection->aborted = 1;
    return OK;
}

/*
 * Code that dies because the body cannot be read is not at fault. The message
 * has been logged; httpd's page for 400 would show it to the client.
 */
static int blame_client(request_rec *r)
{
    apr_table_unset(r->notes, "error-notes");
    return mh_input_status(r);
}

/*
 * The state that is prepared and put back belongs to this request. So do the
 * bytes that PerlIO layers on STDOUT write when they are popped.
 */
static int run(mh_context_t *context, bool script,
               const apr_array_header_t *list)
{
    mh_nested_t nested;
    int status;
    dTHXa(mehari.perl);

    mehari.depth++;
    mh_nested_enter(aTHX_ & nested, context);
    status = script ? run_script(context, list) : run_plain(context, list);
    mh_nested_leave(aTHX_ & nested, context);
    if (!nested.outer && context->r->main)
        mh_environment_end(aTHX_ context);
    mehari.depth--;
    return status;
}

static int run_plain(mh_context_t *context, const apr_array_header_t *list)
{
    const mh_options_t *options = &mh_dir_config(context->r)->options;

    if (options->on & MH_SETUP_ENV) {
        dTHXa(mehari.perl);
        mh_environment_offer(aTHX_ context);
    }
    return mh_phase_run_entered(context, MH_HOOK_RESPONSE, list);
}

static int run_script(mh_context_t *context, const apr_array_header_t *list)
{
    const mh_options_t *options = &mh_dir_config(context->r)->options;
    mh_scope_t scope;
    int status;
    dTHXa(mehari.perl);

    if (!mh_options_off(options, MH_GLOBAL_REQUEST))
        mh_context_global(context);
    mh_scope_enter(aTHX_ & scope);
    if (!mh_options_off(options, MH_SETUP_ENV))
        mh_environment_offer(aTHX_ context);
    status = mh_phase_run_entered(context, MH_HOOK_RESPONSE, list);
    mh_scope_leave(aTHX_ & scope);
    return status;
}

int mh_response_run(request_rec *r)
{
    return respond(r, strcmp(r->handler, "perl-script") == 0);
}

void mh_response_register(void)
{
    ap_hook_handler(modperl, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_handler(perl_script, NULL, NULL, APR_HOOK_MIDDLE);
}
