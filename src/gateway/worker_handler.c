/*
 * worker_handler.c - see worker_handler.h.
 */
#include "mehari.h"

#include "gateway/worker_handler.h"

#include <errno.h>
#include <unistd.h>

#include "gateway/body_store.h"
#include "gateway/cgi_config.h"
#include "perl/interpreter.h"
#include "psgi/handler.h"
#include "gateway/next_request.h"
#include "gateway/output_backlog.h"
#include "gateway/pool_config.h"
#include "gateway/script_end.h"
#include "gateway/worker_answer.h"
#include "gateway/worker_message.h"
#include "request/response.h"
#include "message.h"

/* The pool sees to it that no worker takes for ever. */
#define DONE_PATIENCE apr_time_from_sec(3600)
/* What a worker has to do behind its answer takes no longer, mostly. */
#define LET_GO_PAUSE apr_time_from_msec(20)

/* Of applications of PSGI one is not to wait for the other. */
static bool uses_pool(const request_rec *r)
{
    const mh_pool_use_t *use = mh_cgi_dir(r)->use;

    return use ? !use->inside : mehari.threaded && mh_psgi_is(r);
}

bool mh_worker_serves(const request_rec *r)
{
    if (!r->handler)
        return false;
    if (!strcmp(r->handler, MH_CGI_HANDLER))
        return mh_cgi_tier(r) == MH_TIER_REGISTRY;
    return uses_pool(r) && mh_response_handler(r->handler);
}

/* For the worker, a script of the tier registry is a perl-script. */
static int make_message(request_rec *r, mh_request_message_t *message,
                        const char **why)
{
    const char *handler = r->handler;
    int error;

    if (!strcmp(handler, MH_CGI_HANDLER))
        r->handler = "perl-script";
    error = mh_worker_message(r, message, why);
    r->handler = handler;
    return error;
}

/* What a type may choose, the configuration's does. */
static void redirect(mh_worker_answer_t *answer)
{
    request_rec *r = answer->output.script->r;

    r->content_type = answer->type;
    if (answer->answer.redirect == MH_REDIRECT_GET) {
        r->method = "GET";
        r->method_number = M_GET;
        apr_table_unset(r->headers_in, "Content-Length");
    }
    if (answer->answer.redirect == MH_REDIRECT_URI)
        ap_internal_redirect(answer->answer.uri, r);
    else
        ap_internal_redirect_handler(answer->answer.uri, r);
}

static bool redirects(const mh_worker_answer_t *answer)
{
    return answer->answer.redirect && answer->answer.uri;
}

static int set_custom(void *data, const char *status, const char *text)
{
    request_rec *r = data;
    int number = atoi(status);

    if (ap_is_HTTP_VALID_RESPONSE(number))
        ap_custom_response(r, number, text);
    return 1;
}

/*
 * A body that could not be read is an error of the client, whatever the handler
 * made of it; a filter that refused it has sent its own page.
 */
static int status_of(const mh_worker_answer_t *answer)
{
    apr_status_t failed = answer->output.script->input.failed;
    int status = answer->answer.status;

    if (failed == AP_FILTER_ERROR)
        return AP_FILTER_ERROR;
    if (failed && ap_is_HTTP_ERROR(status) && !answer->output.passed)
        return ap_map_http_request_error(failed, HTTP_BAD_REQUEST);
    /* Nobody would ever resume it. */
    return status == SUSPENDED ? HTTP_INTERNAL_SERVER_ERROR : status;
}

/* False: nothing more can come. */
static bool read_rest(mh_worker_answer_t *answer)
{
    char data[4096];
    ssize_t size = read(answer->output.script->out, data, sizeof(data));

    if (size > 0)
        mh_worker_answer_take(&answer->output, data, (size_t)size);
    return size > 0 || (size < 0 && (errno == EAGAIN || errno == EINTR));
}

/*
 * What the last phases log, until the worker has done all. One that does not
 * stay is over when the manager says so.
 */
static void hear_out(mh_worker_answer_t *answer)
{
    mh_script_t *script = answer->output.script;
    unsigned output = answer->done ? 0 : MH_WAIT_OUTPUT;
    unsigned happened = 0;

    while (!(happened & MH_WAIT_END) &&
           !(answer->done && answer->answer.keeps) &&
           mh_script_output_push(&answer->output, output | MH_WAIT_END,
                                 DONE_PATIENCE, &happened) == APR_SUCCESS)
        if (happened & MH_WAIT_OUTPUT && (!read_rest(answer) || answer->done))
            output = 0;
    while (!answer->done && output &&
           mh_script_wait(script, MH_WAIT_OUTPUT, 0, &happened) == APR_SUCCESS)
        if (!read_rest(answer))
            break;
    script->keeps = answer->done && answer->answer.keeps && !answer->wrong;
}

/*
 * What it says on descriptor 2 is the request's, and so is its connection. With
 * an error status the page is still to be made: nobody waits for a cleanup.
 */
static void part(mh_worker_answer_t *answer, int status)
{
    mh_script_t *script = answer->output.script;

    if (answer->apart)
        return;
    answer->apart = true;
    mh_script_input_end(script);
    if (answer->whole && !(answer->answer.lasts && ap_is_HTTP_ERROR(status)))
        hear_out(answer);
    mh_script_hear(script);
    mh_script_said_all(script->r, &script->lines);
    mh_script_close(script);
}

/*
 * Where a client has no socket of its own, it is not known to be slow: then the
 * worker is given a moment.
 */
static apr_status_t go_on(mh_worker_answer_t *answer, apr_time_t end)
{
    mh_script_output_t *output = &answer->output;
    mh_script_t *script = output->script;
    unsigned happened = 0;
    apr_status_t rv;

    if (script->client.fd >= 0)
        rv = mh_script_output_forward(output, MH_WAIT_OUTPUT,
                                      script->r->server->timeout, &happened);
    else
        rv = mh_script_wait(script, MH_WAIT_OUTPUT, end - apr_time_now(),
                            &happened);
    if (rv == APR_TIMEUP && script->client.fd >= 0)
        script->r->connection->aborted = 1;
    if (happened & MH_WAIT_OUTPUT && !read_rest(answer))
        rv = APR_EOF;
    return rv;
}

/*
 * Its client is slow: the worker is free when it has done all, and what it has
 * still to do holds up nothing of what the client takes.
 */
static void let_go(mh_worker_answer_t *answer)
{
    mh_script_output_t *output = &answer->output;
    apr_time_t end = apr_time_now() + LET_GO_PAUSE;
    apr_status_t rv = APR_SUCCESS;

    while (rv == APR_SUCCESS && !answer->done && mh_script_output_lags(output))
        rv = go_on(answer, end);
    if (answer->done && mh_script_output_lags(output))
        part(answer, OK);
}

/* The response is complete, and as the handler wants it. */
static void finish(mh_worker_answer_t *answer)
{
    mh_script_output_t *output = &answer->output;

    if (mh_script_output_lags(output))
        let_go(answer);
    if (mh_script_output_left(output) || output->passed ||
        answer->answer.ended || answer->answer.lasts)
        mh_script_output_finish(output);
    /* The client has all of it while handlers of later phases run. */
    if (answer->answer.lasts && !answer->apart)
        mh_script_output_flush(output);
}

/* If the client has had nothing of it, there can be an error page. */
static int break_off(mh_script_output_t *output)
{
    if (output->passed) {
        mh_script_output_abort(output);
        return OK;
    }
    mh_backlog_drop(output);
    return HTTP_INTERNAL_SERVER_ERROR;
}

/* A script is not what httpd sends as a file: nobody is to read its source. */
static bool is_script(request_rec *r, const char *type)
{
    const apr_fileperms_t executable = APR_FPROT_UEXECUTE | APR_FPROT_GEXECUTE |
                                       APR_FPROT_WEXECUTE;

    if (r->finfo.filetype == APR_REG && r->finfo.protection & executable &&
        ap_allow_options(r) & OPT_EXECCGI)
        return true;
    return apr_table_get(r->notes, "alias-forced-type") ||
           !strcmp(r->handler, MH_CGI_HANDLER) ||
           (type && !strncasecmp(type, "application/x-httpd-", 20));
}

/*
 * httpd sends what is there, the file or the list of a directory, as it would
 * if no handler had been set: by the name that it has found itself, and with
 * the type that the configuration gives it. Another handler than httpd's own
 * for files would be the worker's choice, and it runs as httpd's user.
 */
static int decline(mh_worker_answer_t *answer)
{
    mh_script_output_t *output = &answer->output;
    request_rec *r = output->script->r;

    if (is_script(r, answer->type)) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "MH3072: a handler of pool %s declined %s, which is a "
                      "script: it is not sent as a file",
                      output->script->pool->name, r->filename);
        return HTTP_NOT_FOUND;
    }
    if (mh_script_output_left(output))
        mh_script_output_pass(output);
    if (answer->type)
        r->content_type = answer->type;
    r->handler = r->finfo.filetype == APR_DIR ? DIR_MAGIC_TYPE
                                              : AP_DEFAULT_HANDLER_NAME;
    return DECLINED;
}

/* All of it has come. */
static int respond(mh_worker_answer_t *answer)
{
    mh_script_output_t *output = &answer->output;
    request_rec *r = output->script->r;
    int status = status_of(answer);

    if (answer->answer.breaks)
        return break_off(output);
    if (answer->answer.closes)
        r->connection->keepalive = AP_CONN_CLOSE;
    apr_table_do(set_custom, r, answer->answer.customs, NULL);
    if (status == AP_FILTER_ERROR)
        return status;
    if (redirects(answer))
        return OK;
    if (status == DECLINED)
        return decline(answer);
    if (status == OK || status == DONE)
        finish(answer);
    else if (mh_script_output_left(output))
        mh_script_output_pass(output);
    return status;
}

/* It has ended without an end: killed, too slow, or it talks nonsense. */
static int fail(mh_worker_answer_t *answer)
{
    mh_script_output_t *output = &answer->output;
    request_rec *r = output->script->r;
    int status = answer->wrong ? OK : mh_script_fault(output->script);

    if (answer->said.refused) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "MH3069: the answer of a worker of pool %s to %s is "
                      "refused: its %s is not what may be",
                      output->script->pool->name, r->uri, answer->said.refused);
        status = HTTP_INTERNAL_SERVER_ERROR;
    } else if (status == OK) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "MH3005: a worker of pool %s ended in the middle of %s",
                      output->script->pool->name, r->uri);
        status = HTTP_INTERNAL_SERVER_ERROR;
    }
    if (!output->passed)
        return status;
    mh_script_output_abort(output);
    return OK;
}

/* *again: it was not read by anybody. */
static int run(mh_worker_answer_t *answer, bool *again)
{
    mh_script_output_t *output = &answer->output;
    conn_rec *c = output->script->r->connection;
    apr_status_t rv = mh_script_output_send(output);
    int status = OK;

    *again = !answer->whole && !answer->heard &&
             (mh_script_unread(output->script) ||
              mh_script_ran_nowhere(output->script));
    if (answer->whole)
        status = respond(answer);
    else if (!*again &&
             (rv == APR_SUCCESS || (!c->aborted && rv == APR_TIMEUP)))
        status = fail(answer);
    if (answer->whole && (status == OK || status == DONE) && !redirects(answer))
        mh_said_final(output->script->r);
    part(answer, status);
    /* Now that its worker is free for it. */
    if (answer->whole && status == OK && redirects(answer))
        redirect(answer);
    return status;
}

static int serve(request_rec *r, mh_pool_t *pool, mh_request_message_t *message,
                 apr_bucket_brigade *body)
{
    const char *type = r->content_type;
    bool again = true;
    int status = OK;

    while (again) {
        mh_script_t *script = mh_script_serve(r, pool, message, &status);
        mh_worker_answer_t *answer;

        if (!script)
            break;
        answer = apr_pcalloc(r->pool, sizeof(*answer));
        answer->type = type;
        script->input.taken = body;
        mh_script_output_begin(&answer->output, script);
        answer->output.take = mh_worker_answer_take;
        status = run(answer, &again);
    }
    if (message->memory >= 0)
        close(message->memory);
    return status;
}

static int refuse(request_rec *r, const char *why)
{
    mh_log_about(r, APLOG_ERR, r->uri, why);
    return HTTP_INTERNAL_SERVER_ERROR;
}

int mh_worker_handler(request_rec *r)
{
    mh_request_message_t message;
    apr_bucket_brigade *body;
    const char *why = NULL;
    mh_pool_t *pool;
    int error;
    int status;

    if (!mh_worker_serves(r))
        return DECLINED;
    pool = mh_cgi_pool(r, &why);
    if (why)
        return refuse(r, why);
    if (!pool || !pool->manager)
        return refuse(r,
                      "MH3033: its pool could not be started; see the start of "
                      "this log");
    error = make_message(r, &message, &why);
    if (error) {
        refuse(r, why);
        return mh_script_unasked(r, error);
    }
    status = mh_body_take(r, &body);
    if (status == OK) {
        mh_next_request_begin();
        status = serve(r, pool, &message, body);
        mh_next_request_expect(r, status);
        return status;
    }
    if (message.memory >= 0)
        close(message.memory);
    return status;
}
