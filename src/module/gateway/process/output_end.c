/*
 * output_end.c - see process_output.h: the end of a script's output.
 */
#include "module/gateway/process/process_output.h"

#include <sys/socket.h>

#include "module/gateway/client/flush.h"
#include "module/gateway/process/backlog.h"

/*
 * A client that keeps up soon has all output. For a slow client the rest goes
 * to a file, for which no filter of httpd's core waits. A stream's data goes to
 * a file at once, and the connection's thread takes all of it by itself.
 */
static apr_status_t settle(mh_process_output_t *output)
{
    apr_time_t end = apr_time_now() + MH_BACKLOG_PAUSE;
    apr_status_t rv = APR_SUCCESS;

    while (rv == APR_SUCCESS && !output->slow &&
           output->process->client.fd >= 0 && mh_process_output_lags(output)) {
        apr_interval_time_t left = end - apr_time_now();
        unsigned happened;

        rv = left > 0 ? mh_process_output_forward(output, 0, left, &happened)
                      : APR_TIMEUP;
    }
    if (rv != APR_SUCCESS && rv != APR_TIMEUP)
        return rv;
    if (mh_process_output_lags(output))
        mh_backlog_store(output);
    return APR_SUCCESS;
}

apr_status_t mh_process_output_copy(mh_process_output_t *output,
                                    ap_filter_t **first, apr_bucket_brigade *bb)
{
    apr_status_t rv;

    output->first = first;
    output->before = bb;
    mh_flush_begin(output->process->r);
    rv = mh_process_output_send(output);
    if (rv == APR_SUCCESS)
        rv = settle(output);
    return rv == APR_SUCCESS ? mh_backlog_take_all(output, bb) : rv;
}

apr_status_t mh_process_output_finish(mh_process_output_t *output)
{
    request_rec *r = output->process->r;
    apr_bucket_brigade *last = apr_brigade_create(r->pool,
                                                  r->connection->bucket_alloc);
    apr_status_t rv = settle(output);

    if (rv == APR_SUCCESS && mh_backlog_take_all(output, last))
        rv = mh_process_output_pass(output);
    if (rv != APR_SUCCESS)
        return rv;
    APR_BRIGADE_INSERT_TAIL(last,
                            apr_bucket_eos_create(r->connection->bucket_alloc));
    output->passed = true;
    return mh_flush_pass(r, r->output_filters, last, false);
}

void mh_process_output_flush(mh_process_output_t *output)
{
    request_rec *r = output->process->r;

    mh_flush_pass(r, r->connection->output_filters,
                  apr_brigade_create(r->pool, r->connection->bucket_alloc),
                  true);
}

/*
 * A response without chunks and without a length looks complete when it is
 * broken off, unless the connection is reset.
 */
static void reset_connection(const mh_process_t *process)
{
    const struct linger at_once = { .l_onoff = 1 };

    process->r->connection->aborted = 1;
    if (process->client.fd >= 0)
        setsockopt(process->client.fd, SOL_SOCKET, SO_LINGER, &at_once,
                   sizeof(at_once));
}

/* An error bucket is httpd's own way: no last chunk, RST_STREAM under HTTP/2.
 */
void mh_process_output_abort(mh_process_output_t *output)
{
    request_rec *r = output->process->r;
    apr_bucket_alloc_t *list = r->connection->bucket_alloc;

    r->no_cache = 1;
    if (r->main)
        r->main->no_cache = 1;
    r->connection->keepalive = AP_CONN_CLOSE;
    mh_backlog_join(output);
    APR_BRIGADE_INSERT_TAIL(output->bb,
                            ap_bucket_error_create(HTTP_BAD_GATEWAY, NULL,
                                                   r->pool, list));
    APR_BRIGADE_INSERT_TAIL(output->bb, apr_bucket_eos_create(list));
    ap_pass_brigade(r->output_filters, output->bb);
    if (!r->chunked && !apr_table_get(r->headers_out, "Content-Length"))
        reset_connection(output->process);
}

void mh_process_output_discard(mh_process_output_t *output,
                               mh_script_page_t *page)
{
    apr_status_t rv = APR_SUCCESS;

    while (rv == APR_SUCCESS && (output->held || !output->ended)) {
        apr_bucket *first = APR_BRIGADE_FIRST(output->bb);
        const char *data;
        apr_size_t size;

        if (!output->held) {
            rv = mh_process_output_first(output);
            continue;
        }
        if (page &&
            apr_bucket_read(first, &data, &size, APR_BLOCK_READ) == APR_SUCCESS)
            mh_script_log_page_output(page, data, size);
        output->held -= first->length;
        apr_bucket_delete(first);
    }
}
