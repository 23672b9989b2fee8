/*
 * response.c - the two content handlers.
 */
#include "response.h"

#include "../config/config.h"
#include "../perl/interpreter.h"
#include "context.h"
#include "environment.h"
#include "input.h"
#include "nested.h"
#include "output.h"
#include "phase.h"
#include "scope.h"

static int respond(request_rec *r, bool script);
static int blame_client(request_rec *r);
static int run(mh_context_t *context, bool script);
static int run_plain(mh_context_t *context);
static int run_script(mh_context_t *context);

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
    int status;

    if (!list || !list->nelts)
        return DECLINED;
    if (!mh_interpreter_ready(r))
        return HTTP_INTERNAL_SERVER_ERROR;
    context = mh_context(r);
    if (!context->output.sent && !context->headers_done)
        context->output.parse_headers = mh_dir_config(r)->options.on &
                                        MH_PARSE_HEADERS;
    status = run(context, script);
    if (status == HTTP_INTERNAL_SERVER_ERROR && mh_input_status(r) != OK)
        status = blame_client(r);
    status = mh_output_finish(context, status);
    /* The contract: a handler that declines may have chosen another by type. */
    if (status == DECLINED && r->content_type)
        r->handler = r->content_type;
    return status;
}

/*
 * Code that dies of a body that cannot be read is not to blame. What it said
 * has been logged; httpd would show it to the client in its page for 400.
 */
static int blame_client(request_rec *r)
{
    apr_table_unset(r->notes, "error-notes");
    return mh_input_status(r);
}

/*
 * What is prepared and put back belongs to this request, and so does what
 * layers that were pushed on STDOUT write when they go.
 */
static int run(mh_context_t *context, bool script)
{
    mh_nested_t nested;
    int status;
    dTHXa(mehari.perl);

    mehari.depth++;
    mh_nested_enter(aTHX_ & nested, context);
    status = script ? run_script(context) : run_plain(context);
    mh_nested_leave(aTHX_ & nested, context);
    if (!nested.outer && context->r->main)
        mh_environment_end(aTHX_ context);
    mehari.depth--;
    return status;
}

static int run_plain(mh_context_t *context)
{
    const mh_options_t *options = &mh_dir_config(context->r)->options;

    if (options->on & MH_SETUP_ENV) {
        dTHXa(mehari.perl);
        mh_environment_offer(aTHX_ context);
    }
    return mh_phase_run(context->r, MH_HOOK_RESPONSE);
}

static int run_script(mh_context_t *context)
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
    status = mh_phase_run(context->r, MH_HOOK_RESPONSE);
    mh_scope_leave(aTHX_ & scope);
    return status;
}

int mh_response_run(request_rec *r)
{
    return respond(r, strcmp(r->handler, "modperl") != 0);
}

void mh_response_register(void)
{
    ap_hook_handler(modperl, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_handler(perl_script, NULL, NULL, APR_HOOK_MIDDLE);
}
