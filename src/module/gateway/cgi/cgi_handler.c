/*
 * cgi_handler.c - see cgi_handler.h.
 *
 * The steps are mod_cgi's, in its order: whether the request may run a script,
 * the environment, the body, the headers of the response, the rest.
 */
#include "module/gateway/cgi/cgi_handler.h"

#include "ap_mpm.h"

#include "module/gateway/process/admission.h"
#include "module/gateway/process/body_store.h"
#include "module/gateway/process/process_config.h"
#include "module/gateway/client/next_request.h"
#include "module/gateway/pools/owner_check.h"
#include "module/gateway/process/end.h"
#include "module/gateway/process/late_lines.h"
#include "module/gateway/process/process_output.h"
#include "shared/probes.h"
#include "module/common/message.h"
#include "module/gateway/cgi/script_message.h"
#include "module/gateway/process/process_input.h"

/* mod_cgi's names: its handler, and a type that means the same. */
#define MOD_CGI "cgi-script"

/*
 * Attempts with other managers if managers are lost before they run the
 * request.
 */
#define ATTEMPTS 3

#define MOD_CGI_TYPE "application/x-httpd-cgi"

/* Time within which a process ends after it has noted its end. */
#define END_PAUSE apr_time_from_msec(20)

static int respond(mh_process_output_t *output);
static int respond_raw(mh_process_output_t *output);
static int send_response(mh_process_output_t *output);

static bool is_nph(const request_rec *r)
{
    return !strncmp(apr_filepath_name_get(r->filename), "nph-", 4);
}

/* ScriptAlias permits execution without Options. */
bool mh_cgi_may_execute(request_rec *r)
{
    const char *forced = apr_table_get(r->notes, "alias-forced-type");

    return ap_allow_options(r) & OPT_EXECCGI ||
           (forced && !strcasecmp(forced, MOD_CGI));
}

static int check(request_rec *r)
{
    if (!mh_cgi_may_execute(r))
        return mh_process_refused(
            r, HTTP_FORBIDDEN, APLOGNO(02809),
            "MH3024: Options ExecCGI is off in this directory");
    if (is_nph(r) && !strcmp(r->protocol, "INCLUDED"))
        return mh_process_refused(r, HTTP_FORBIDDEN, APLOGNO(02810),
                                  "MH3025: attempt to include NPH CGI script");
    if (r->finfo.filetype == APR_NOFILE)
        return mh_process_refused(r, HTTP_NOT_FOUND, APLOGNO(02811),
                                  "MH3026: script not found or unable to stat");
    if (r->finfo.filetype == APR_DIR)
        return mh_process_refused(
            r, HTTP_FORBIDDEN, APLOGNO(02812),
            "MH3027: attempt to invoke directory as script");
    if (r->used_path_info == AP_REQ_REJECT_PATH_INFO && r->path_info &&
        *r->path_info)
        return mh_process_refused(
            r, HTTP_NOT_FOUND, APLOGNO(02813),
            "MH3028: AcceptPathInfo off disallows user's path");
    return OK;
}

static int body_failed(mh_process_t *process)
{
    apr_status_t rv = process->input.failed;

    mh_log_rerror(APLOG_MARK, APLOG_ERR, rv, process->r,
                  "MH3021: Error reading request entity data");
    mh_process_close(process);
    return ap_map_http_request_error(rv, HTTP_BAD_REQUEST);
}

/* Runs the script until there is output, or its end. NULL: see status. */
static mh_process_t *begin_script(request_rec *r, mh_pool_t *pool,
                                  apr_bucket_brigade *body,
                                  mh_process_output_t *output, int *status)
{
    mh_request_message_t message;
    bool made = mh_script_message(r, pool, &message);
    mh_process_t *process = mh_process_start(r, pool, made ? &message : NULL,
                                             status);

    if (!process)
        return NULL;
    mh_process_output_begin(output, process);
    process->input.taken = body;
    mh_process_input_begin(process);
    if (!mh_process_output_wait_for_body(output)) {
        *status = body_failed(process);
        return NULL;
    }
    mh_process_wait_short(process);
    mh_process_output_first(output);
    return process;
}

/* Copies the body for one more attempt; NULL: there is none, or it can be read
 * only once. */
static apr_bucket_brigade *copy_of(request_rec *r, apr_bucket_brigade *body)
{
    apr_bucket_alloc_t *list = r->connection->bucket_alloc;
    apr_bucket_brigade *copy = body ? apr_brigade_create(r->pool, list) : NULL;

    for (apr_bucket *at = copy ? APR_BRIGADE_FIRST(body) : NULL;
         copy && at != APR_BRIGADE_SENTINEL(body); at = APR_BUCKET_NEXT(at)) {
        apr_bucket *same;

        if (apr_bucket_copy(at, &same) != APR_SUCCESS)
            return NULL;
        APR_BRIGADE_INSERT_TAIL(copy, same);
    }
    return copy;
}

static bool may_run_again(mh_process_output_t *output,
                          const apr_bucket_brigade *body)
{
    mh_process_t *process = output->process;

    return !output->held && mh_process_ran_nowhere(process) &&
           (body || !process->input.began);
}

static mh_process_t *start(request_rec *r, mh_pool_t *pool,
                           apr_bucket_brigade *body,
                           mh_process_output_t *output, int *status)
{
    apr_bucket_brigade *next = copy_of(r, body);
    mh_process_t *process = begin_script(r, pool, body, output, status);

    for (int i = 0; i < ATTEMPTS && process && may_run_again(output, next);
         i++) {
        mh_process_close(process);
        body = next;
        next = copy_of(r, body);
        process = begin_script(r, pool, body, output, status);
    }
    if (next)
        apr_brigade_destroy(next);
    return process;
}

static int run_script(request_rec *r, mh_pool_t *pool, apr_bucket_brigade *body)
{
    mh_process_output_t output;
    int status;
    mh_process_t *process = start(r, pool, body, &output, &status);

    if (!process)
        return status;
    return is_nph(r) ? respond_raw(&output) : respond(&output);
}

static int admit_and_run(request_rec *r, mh_pool_t *pool)
{
    mh_held_thread_t held;
    apr_bucket_brigade *body;
    int status = mh_body_take(r, &body);

    if (status == OK)
        status = mh_process_admit(r, pool, MH_HELD_SCRIPTS, &held);
    if (status != OK)
        return status;
    status = run_script(r, pool, body);
    mh_held_thread_end(&held);
    return status;
}

bool mh_cgi_is_script(const request_rec *r)
{
    const char *name = r->handler ? r->handler : r->content_type;

    return name && (!strcmp(name, MOD_CGI) || !strcmp(name, MOD_CGI_TYPE));
}

int mh_cgi_take_over(request_rec *r)
{
    if (mh_process_dir(r)->scripts <= 0 || !mh_cgi_is_script(r))
        return DECLINED;
    r->handler = MH_CGI_HANDLER;
    return OK;
}

int mh_cgi_handler(request_rec *r)
{
    const char *why = NULL;
    mh_pool_t *pool;
    int status;

    if (strcmp(r->handler, MH_CGI_HANDLER) != 0)
        return DECLINED;
    status = check(r);
    if (status != OK)
        return status;
    pool = mh_process_pool(r, &why);
    if (pool && !pool->manager)
        why =
            "MH3033: its pool could not be started; see the start of this log";
    if (why || !pool)
        return mh_process_wrong(r, HTTP_INTERNAL_SERVER_ERROR, why);
    if (pool->check_owner)
        why = mh_owner_check(r, pool);
    if (why)
        return mh_process_wrong(r, HTTP_FORBIDDEN, why);
    ap_add_common_vars(r);
    ap_add_cgi_vars(r);
    mh_probe_request_start(r->uri, r->handler);
    mh_next_request_begin();
    status = admit_and_run(r, pool);
    mh_next_request_expect(r, status);
    mh_probe_request_done(r->uri, status);
    return status;
}

static bool is_threaded(void)
{
    int threaded = 0;

    ap_mpm_query(AP_MPMQ_IS_THREADED, &threaded);
    return threaded != AP_MPMQ_NOT_SUPPORTED;
}

static void hear_script(mh_process_t *process, apr_interval_time_t timeout)
{
    unsigned happened;

    mh_process_wait(process, MH_WAIT_STDERR_END, timeout, &happened);
}

/*
 * The rest of stderr belongs to the request, whichever process writes it. A
 * process that has kept it may live long after the script: another thread reads
 * on, and the client need not wait. If a script has closed its output, mod_cgid
 * (threaded MPMs) ends it with the response, and mod_cgi (prefork) waits for
 * its end. Nobody waits for a script that is being ended, or that has no
 * manager any more.
 */
static void hear_out(mh_process_t *process)
{
    bool ends = process->end == MH_PROCESS_REFUSED ||
                process->end == MH_PROCESS_LOST;
    bool goes_on = process->end == MH_PROCESS_RUNS && !is_threaded();

    hear_script(process, ends ? 0 : END_PAUSE);
    if (goes_on && process->err >= 0)
        hear_script(process, mh_process_timeout(process->r, false));
    else if (!ends)
        mh_late_lines_take(process);
}

/* For the status page: httpd's log has its own sentence. */
static const char *what_is_wrong(request_rec *r, const char *header)
{
    return *header ? apr_pstrcat(r->pool, "malformed header from script: ",
                                 apr_pstrndup(r->pool, header, 200), NULL)
                   : "End of script output before headers";
}

/* Handles malformed headers, and conditions that make the body unnecessary. */
static int give_up_answer(mh_process_output_t *output, int status,
                          const char *header)
{
    mh_process_t *process = output->process;
    mh_script_page_t page = {
        .status = status,
        .body = process->input.log,
        .header = header,
    };
    bool logs = mh_script_log_page_begin(process->r, &page);
    int fault = OK;

    if (!output->silent) {
        mh_process_output_discard(output, logs ? &page : NULL);
        fault = mh_process_fault(process);
        hear_out(process);
    }
    mh_script_log_page_end(&page);
    if (ap_is_HTTP_SERVER_ERROR(status))
        process->malformed = what_is_wrong(process->r, header);
    mh_process_close(process);
    if (fault != OK)
        return fault;
    if (status == HTTP_NOT_MODIFIED) {
        process->r->status = status;
        return OK;
    }
    return status;
}

/* Older httpd would take the script's type for the name of a handler. */
static int redirect(mh_process_output_t *output, const char *location,
                    const char *type)
{
    mh_process_t *process = output->process;
    request_rec *r = process->r;
    int fault;

    mh_process_output_discard(output, NULL);
    fault = mh_process_fault(process);
    hear_out(process);
    if (process->end != MH_PROCESS_RUNS)
        mh_process_close(process);
    if (fault != OK)
        return fault;
    if (*location != '/')
        return HTTP_MOVED_TEMPORARILY;
    /* The script has read the body, so the redirect's target is requested by
     * GET. */
    r->method = "GET";
    r->method_number = M_GET;
    apr_table_unset(r->headers_in, "Content-Length");
    r->content_type = type;
    ap_internal_redirect_handler(location, r);
    return OK;
}

/* httpd counts the bytes that are really sent. */
static void drop_lengths(request_rec *r)
{
    if (!apr_table_get(r->subprocess_env, AP_TRUST_CGILIKE_CL_ENVVAR))
        apr_table_unset(r->headers_out, "Content-Length");
    apr_table_unset(r->headers_out, "Transfer-Encoding");
}

/*
 * Ranges are refused: two runs of a script may differ, so their parts do not
 * fit together. httpd would cut ranges out of a page that is short enough.
 */
static void refuse_ranges(request_rec *r)
{
    ap_filter_t *next;

    for (ap_filter_t *filter = r->main ? NULL : r->output_filters; filter;
         filter = next) {
        next = filter->next;
        if (!strcmp(filter->frec->name, "byterange"))
            ap_remove_output_filter(filter);
    }
}

static int respond(mh_process_output_t *output)
{
    mh_process_t *process = output->process;
    request_rec *r = process->r;
    apr_table_t *before = apr_table_copy(r->pool, r->err_headers_out);
    char header[MAX_STRING_LEN] = "";
    const char *type = r->content_type;
    const char *location;
    int status = OK;

    if (r->connection->aborted && !output->held) {
        mh_process_close(process);
        return OK;
    }
    /* Without any output, the reason may be the manager's. */
    if (!output->held && output->ended)
        status = mh_process_fault(process);
    if (status != OK) {
        hear_out(process);
        mh_process_close(process);
        return status;
    }
    status = ap_scan_script_header_err_core_ex(r, header,
                                               mh_process_output_line, output,
                                               APLOG_MODULE_INDEX);
    drop_lengths(r);
    if (status != OK)
        return give_up_answer(output, status, header);
    location = apr_table_get(r->headers_out, "Location");
    if (location && r->status == HTTP_OK)
        return redirect(output, location, type);
    refuse_ranges(r);
    status = send_response(output);
    if (status != OK)
        r->err_headers_out = before;
    return status;
}

/* nph-: the output of the script goes to the connection as it is. */
static int respond_raw(mh_process_output_t *output)
{
    request_rec *r = output->process->r;
    ap_filter_t *filters = r->output_filters;
    ap_filter_t *protocol = r->proto_output_filters;
    ap_filter_t *first = protocol;
    int status;

    while (first && first->frec->ftype < AP_FTYPE_CONNECTION)
        first = first->next;
    r->output_filters = r->proto_output_filters = first;
    status = send_response(output);
    if (status != OK) {
        r->output_filters = filters;
        r->proto_output_filters = protocol;
    }
    return status;
}

/* Ends a failed response: by an error page, or else by a visible break. */
static int fail(mh_process_output_t *output, int status)
{
    mh_process_t *process = output->process;
    bool passed = output->passed;

    if (passed)
        mh_process_output_abort(output);
    mh_process_close(process);
    return passed ? OK : status;
}

static int send_response(mh_process_output_t *output)
{
    mh_process_t *process = output->process;
    conn_rec *c = process->r->connection;
    apr_status_t rv = mh_process_output_send(output);
    int fault;

    if (rv != APR_SUCCESS && (c->aborted || rv != APR_TIMEUP)) {
        mh_process_close(process);
        return rv == AP_FILTER_ERROR ? AP_FILTER_ERROR : OK;
    }
    fault = rv == APR_TIMEUP ? HTTP_GATEWAY_TIME_OUT
                             : mh_process_fault(process);
    if (fault == OK && process->input.failed)
        fault = ap_map_http_request_error(process->input.failed,
                                          HTTP_BAD_REQUEST);
    if (fault != OK)
        return fail(output, fault);
    hear_script(process, 0); /* a client that has the whole response may go */
    if (process->end == MH_PROCESS_DONE && !process->r->main)
        mh_held_thread_let_go();
    rv = mh_process_output_finish(output);
    if (rv == APR_SUCCESS && !c->aborted && process->err >= 0) {
        mh_process_output_flush(output);
        if (mh_held_thread_again())
            hear_out(process);
        else
            mh_late_lines_take(process);
    }
    if (process->end != MH_PROCESS_RUNS || rv != APR_SUCCESS || c->aborted)
        mh_process_close(process);
    return rv == AP_FILTER_ERROR ? AP_FILTER_ERROR : OK;
}
