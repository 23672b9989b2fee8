/*
 * worker_handler.c - see worker_handler.h.
 */
#include "module/common/mehari.h"

#include "module/gateway/worker/worker_handler.h"

#include <errno.h>
#include <unistd.h>

#include "mod_core.h"
#include "module/gateway/process/admission.h"
#include "module/gateway/process/body_store.h"
#include "module/gateway/process/process_config.h"
#include "module/perl/interpreter.h"
#include "module/psgi/psgi_handler.h"
#include "module/gateway/client/next_request.h"
#include "module/gateway/process/backlog.h"
#include "module/gateway/pools/pool_config.h"
#include "module/gateway/process/end.h"
#include "module/gateway/worker/gateway_answer.h"
#include "module/gateway/worker/worker_message.h"
#include "module/gateway/worker/unanswered.h"
#include "module/request/handler.h"
#include "module/common/message.h"
#include "module/gateway/process/process_input.h"
#include "module/request/response_maker.h"

/* The pool's request-timeout ends a worker that takes longer. */
#define DONE_PATIENCE apr_time_from_sec(3600)

/* PSGI applications share no lease, because one must not wait for the other. */
static bool uses_pool(const request_rec *r)
{
    const mh_pool_use_t *use = mh_process_dir(r)->use;

    return use ? !use->inside : mehari.threaded && mh_psgi_is(r);
}

/* Code that an earlier phase has pushed answers where it is: in httpd. */
static bool is_answered_by_code(const request_rec *r)
{
    return mh_handlers_exist[MH_HOOK_RESPONSE] &&
           mh_handlers_code_of_request((request_rec *)r, MH_HOOK_RESPONSE);
}

bool mh_gateway_worker_serves(const request_rec *r)
{
    if (!r->handler)
        return false;
    return mh_response_handler(r->handler) && uses_pool(r) &&
           !mh_psgi_lacks_app(r) && !is_answered_by_code(r);
}

/* The type that the configuration gives chooses the redirect's handler. */
static void redirect(mh_gateway_answer_t *answer)
{
    request_rec *r = answer->output.process->r;

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

static bool redirects(const mh_gateway_answer_t *answer)
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
 * returned; a filter that refused it has sent its own page.
 */
static int status_of(const mh_gateway_answer_t *answer)
{
    apr_status_t failed = answer->output.process->input.failed;
    int status = answer->answer.status;

    if (failed == AP_FILTER_ERROR)
        return AP_FILTER_ERROR;
    if (failed && ap_is_HTTP_ERROR(status) && !answer->output.passed)
        return ap_map_http_request_error(failed, HTTP_BAD_REQUEST);
    /* Nobody would ever resume the request. */
    return status == SUSPENDED ? HTTP_INTERNAL_SERVER_ERROR : status;
}

/* False: no more records can come. */
static bool read_rest(mh_gateway_answer_t *answer)
{
    char data[4096];
    ssize_t size = read(answer->output.process->out, data, sizeof(data));

    if (size > 0)
        mh_gateway_answer_take(&answer->output, data, (size_t)size);
    return size > 0 || (size < 0 && (errno == EAGAIN || errno == EINTR));
}

/*
 * Logs lines of the last phases, until the worker has finished. A worker that
 * does not stay is finished when the manager says so.
 */
static void hear_out(mh_gateway_answer_t *answer)
{
    mh_process_t *process = answer->output.process;
    unsigned output = answer->done ? 0 : MH_WAIT_OUTPUT;
    unsigned happened = 0;

    while (!(happened & MH_WAIT_END) &&
           !(answer->done && answer->answer.keeps) &&
           mh_process_output_push(&answer->output, output | MH_WAIT_END,
                                  DONE_PATIENCE, &happened) == APR_SUCCESS)
        if (happened & MH_WAIT_OUTPUT && (!read_rest(answer) || answer->done))
            output = 0;
    while (!answer->done && output &&
           mh_process_wait(process, MH_WAIT_OUTPUT, 0, &happened) ==
               APR_SUCCESS)
        if (!read_rest(answer))
            break;
    process->worker->keeps = answer->done && answer->answer.keeps &&
                             !answer->wrong;
}

/* Lets the worker go, after its last lines on descriptor 2. */
static void part(mh_gateway_answer_t *answer)
{
    mh_process_t *process = answer->output.process;

    if (answer->apart)
        return;
    answer->apart = true;
    mh_process_input_end(process);
    if (answer->whole)
        hear_out(answer);
    mh_process_hear(process);
    mh_process_said_all(process->r, &process->lines);
    mh_process_close(process);
    if (answer->whole && !process->r->main)
        mh_held_thread_let_go();
}

/* Passes data on, or reads more. */
static apr_status_t go_on(mh_gateway_answer_t *answer)
{
    mh_process_output_t *output = &answer->output;
    request_rec *r = output->process->r;
    unsigned happened = 0;
    apr_status_t rv = mh_process_output_forward(output, MH_WAIT_OUTPUT,
                                                r->server->timeout, &happened);

    if (rv == APR_TIMEUP)
        r->connection->aborted = 1;
    if (happened & MH_WAIT_OUTPUT && !read_rest(answer))
        rv = APR_EOF;
    return rv;
}

/*
 * The client is slow: the worker is free when it has finished, and its
 * remaining work delays nothing that the client takes.
 */
static void let_go(mh_gateway_answer_t *answer)
{
    mh_process_output_t *output = &answer->output;
    apr_status_t rv = APR_SUCCESS;

    while (rv == APR_SUCCESS && !answer->done && mh_process_output_lags(output))
        rv = go_on(answer);
    if (answer->done && mh_process_output_lags(output))
        part(answer);
}

/* Passes on what comes before httpd's own part of the response. */
static void pass_rest(mh_gateway_answer_t *answer)
{
    mh_process_output_t *output = &answer->output;

    if (mh_process_output_lags(output))
        let_go(answer);
    if (mh_process_output_left(output))
        mh_process_output_pass(output);
}

/* Ends a response that is complete. */
static apr_status_t finish(mh_gateway_answer_t *answer)
{
    mh_process_output_t *output = &answer->output;
    apr_status_t rv = APR_SUCCESS;

    if (mh_process_output_lags(output))
        let_go(answer);
    if (mh_process_output_left(output) || output->passed ||
        answer->answer.ended || answer->answer.lasts)
        rv = mh_process_output_finish(output);
    /* The client has the whole response while handlers of later phases run. */
    if (rv == APR_SUCCESS && answer->answer.lasts && !answer->apart)
        mh_process_output_flush(output);
    return rv;
}

/* A filter has failed: the client gets an error page if it still can. */
static int status_after(const request_rec *r, apr_status_t rv, int status)
{
    if (rv == APR_SUCCESS || r->connection->aborted || r->sent_bodyct)
        return status;
    return rv == AP_FILTER_ERROR ? AP_FILTER_ERROR : HTTP_INTERNAL_SERVER_ERROR;
}

/* Sends an error page, if the client has had no data yet. */
static int break_off(mh_process_output_t *output)
{
    if (output->passed) {
        mh_process_output_abort(output);
        return OK;
    }
    mh_backlog_drop(output);
    return HTTP_INTERNAL_SERVER_ERROR;
}

/*
 * Handles DECLINED. httpd then sends the file or the list of a directory, as if
 * no handler had been set: by the name that it has found itself, and with the
 * type from the configuration. Any other handler would be the worker's choice,
 * and would run as httpd's user.
 */
static int decline(mh_gateway_answer_t *answer)
{
    mh_process_output_t *output = &answer->output;
    request_rec *r = output->process->r;
    int status;

    if (mh_unanswered_is(r))
        return DECLINED;
    if (answer->type)
        r->content_type = answer->type;
    status = mh_unanswered_declined(r);
    if (status != DECLINED)
        return status;
    pass_rest(answer);
    r->handler = r->finfo.filetype == APR_DIR ? DIR_MAGIC_TYPE
                                              : AP_DEFAULT_HANDLER_NAME;
    return DECLINED;
}

/* Answers by a complete answer. */
static int respond(mh_gateway_answer_t *answer)
{
    mh_process_output_t *output = &answer->output;
    request_rec *r = output->process->r;
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
        return status_after(r, finish(answer), status);
    pass_rest(answer);
    return status;
}

/* Handles a worker that has ended without END: killed, too slow, or malformed
 * records. */
static int fail_answer(mh_gateway_answer_t *answer)
{
    mh_process_output_t *output = &answer->output;
    request_rec *r = output->process->r;
    int status = answer->wrong ? OK : mh_process_fault(output->process);

    if (answer->said.refused) {
        mh_log_rerror(
            APLOG_MARK, APLOG_ERR, 0, r,
            "MH3069: the answer of a worker of pool %s to %s is refused: its "
            "%s is not allowed",
            output->process->pool->name, r->uri, answer->said.refused);
        status = HTTP_INTERNAL_SERVER_ERROR;
    } else if (status == OK) {
        mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "MH3005: a worker of pool %s ended in the middle of %s",
                      output->process->pool->name, r->uri);
        status = HTTP_INTERNAL_SERVER_ERROR;
    }
    if (!output->passed)
        return status;
    mh_process_output_abort(output);
    return OK;
}

/*
 * If the page is an address of the server, it is a request of its own, which
 * may need the worker.
 */
static bool is_page_httpds(request_rec *r, int status)
{
    const char *page = ap_response_code_string(r, ap_index_of_response(status));

    return !r->main && !r->prev && (!page || page[0] != '/');
}

/*
 * The page that httpd makes for an error is sent here, and not after the
 * handler: the worker's later phases follow the response, and their lines are
 * read to the end while the client has its page.
 */
static int send_page(mh_gateway_answer_t *answer, int status)
{
    request_rec *r = answer->output.process->r;

    if (!answer->answer.lasts || answer->apart || !ap_is_HTTP_ERROR(status) ||
        !is_page_httpds(r, status))
        return status;
    r->status = HTTP_OK; /* as in httpd: this error is the first one */
    ap_die(status, r);
    mh_process_output_flush(&answer->output);
    return DONE;
}

/* *again: no worker has read the request. */
static int run(mh_gateway_answer_t *answer, bool *again)
{
    mh_process_output_t *output = &answer->output;
    conn_rec *c = output->process->r->connection;
    apr_status_t rv = mh_process_output_send(output);
    int status = OK;

    *again = rv == APR_SUCCESS && !answer->whole && !answer->heard &&
             (mh_process_unread(output->process) ||
              mh_process_ran_nowhere(output->process));
    if (answer->whole)
        status = send_page(answer, respond(answer));
    else if (!*again &&
             (rv == APR_SUCCESS || (!c->aborted && rv == APR_TIMEUP)))
        status = fail_answer(answer);
    if (answer->whole && (status == OK || status == DONE) && !redirects(answer))
        mh_said_final(output->process->r);
    part(answer);
    /* Redirect only after the worker was released: the new request may need it.
     */
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
        mh_process_t *process = mh_process_ask_worker(r, pool, message,
                                                      &status);
        mh_gateway_answer_t *answer;

        if (!process)
            break;
        answer = apr_pcalloc(r->pool, sizeof(*answer));
        answer->type = type;
        process->input.taken = body;
        mh_process_output_begin(&answer->output, process);
        answer->output.take = mh_gateway_answer_take;
        status = run(answer, &again);
    }
    return status;
}

static int admit_and_serve(request_rec *r, mh_pool_t *pool,
                           mh_request_message_t *message,
                           apr_bucket_brigade *body)
{
    mh_held_thread_t held;
    int status = mh_process_admit(r, pool, MH_HELD_WORKERS, &held);

    if (status != OK)
        return status;
    mh_next_request_begin();
    status = serve(r, pool, message, body);
    mh_next_request_expect(r, status);
    mh_held_thread_end(&held);
    return status;
}

static int refuse(request_rec *r, const char *why)
{
    mh_log_about(r, APLOG_ERR, r->uri, why);
    return HTTP_INTERNAL_SERVER_ERROR;
}

int mh_gateway_worker_handler(request_rec *r)
{
    mh_request_message_t message;
    apr_bucket_brigade *body;
    apr_table_t *headers;
    const char *why = NULL;
    mh_pool_t *pool;
    int error;
    int status;

    if (!mh_gateway_worker_serves(r))
        return DECLINED;
    pool = mh_process_pool(r, &why);
    if (why)
        return refuse(r, why);
    if (!pool || !pool->manager)
        return refuse(r,
                      "MH3033: its pool could not be started; see the start of "
                      "this log");
    headers = apr_table_copy(r->pool, r->headers_in);
    status = mh_body_take(r, &body);
    if (status != OK)
        return status;
    error = mh_gateway_worker_message(r, headers, &message, &why);
    if (error) {
        refuse(r, why);
        return mh_process_unasked(r, error);
    }
    status = admit_and_serve(r, pool, &message, body);
    if (message.memory >= 0)
        close(message.memory);
    return status;
}
