/*
 * answer_length.c - see answer_length.h.
 */
#include "module/common/mehari.h"

#include "module/gateway/worker/answer_length.h"

static ap_filter_rec_t *length_filter;

/* State of the filter. */
typedef struct {
    bool begun;
    bool over;      /* there was more than promised */
    apr_off_t left; /* bytes still promised; -1: none were */
} length_t;

static int count_lines(void *data, const char *name, const char *value)
{
    ++*(int *)data;
    return 1;
}

bool mh_gateway_answer_length(const apr_table_t *headers, apr_off_t *length)
{
    const char *value = apr_table_get(headers, "Content-Length");
    int lines = 0;

    apr_table_do(count_lines, &lines, headers, "Content-Length", NULL);
    return lines == 1 && ap_parse_strict_length(length, value);
}

/* The filter stays as long as another filter may still change the body. */
void mh_gateway_answer_length_watch(request_rec *r)
{
    for (ap_filter_t *at = r->output_filters; at; at = at->next)
        if (at->frec == length_filter && at->r == r)
            return;
    ap_add_output_filter_handle(length_filter, NULL, r, r->connection);
}

static apr_off_t size_of(const apr_bucket_brigade *bb, bool *ends)
{
    apr_off_t size = 0;

    *ends = false;
    for (apr_bucket *at = APR_BRIGADE_FIRST(bb); at != APR_BRIGADE_SENTINEL(bb);
         at = APR_BUCKET_NEXT(at)) {
        if (APR_BUCKET_IS_EOS(at)) {
            *ends = true;
            return size;
        }
        if (at->length == (apr_size_t)-1)
            return -1;
        size += (apr_off_t)at->length;
    }
    return size;
}

/* Nothing has been sent yet, so httpd counts the bytes itself. */
static void begin(ap_filter_t *f, length_t *promise, apr_bucket_brigade *bb)
{
    request_rec *r = f->r;
    apr_off_t length = -1;
    bool ends;
    apr_off_t size = size_of(bb, &ends);

    promise->begun = true;
    promise->left = -1;
    if (!mh_gateway_answer_length(r->headers_out, &length) || size < 0)
        return;
    if (ends && size != length)
        apr_table_unset(r->headers_out, "Content-Length");
    else if (!ends)
        promise->left = length;
}

/* A client would take bytes beyond the promise for the next response. */
static void cut(ap_filter_t *f)
{
    mh_log_rerror(APLOG_MARK, APLOG_WARNING, 0, f->r,
                  "MH3070: the response to %s is longer than its "
                  "Content-Length: the rest is not sent",
                  f->r->uri);
    f->r->connection->keepalive = AP_CONN_CLOSE;
}

static void cut_off(ap_filter_t *f, apr_bucket *eos)
{
    request_rec *r = f->r;

    mh_log_rerror(APLOG_MARK, APLOG_WARNING, 0, r,
                  "MH3071: the response to %s is shorter than its "
                  "Content-Length: the connection is closed",
                  r->uri);
    r->no_cache = 1;
    r->connection->keepalive = AP_CONN_CLOSE;
    APR_BUCKET_INSERT_BEFORE(
        eos, ap_bucket_error_create(HTTP_BAD_GATEWAY, NULL, r->pool,
                                    r->connection->bucket_alloc));
}

static apr_off_t length_of(apr_bucket *bucket)
{
    const char *data;
    apr_size_t size = 0;

    if (bucket->length == (apr_size_t)-1)
        apr_bucket_read(bucket, &data, &size, APR_BLOCK_READ);
    return bucket->length == (apr_size_t)-1 ? (apr_off_t)size
                                            : (apr_off_t)bucket->length;
}

/* Keeps the promised part of a bucket; returns the next bucket. */
static apr_bucket *keep_promised(length_t *promise, apr_bucket *at)
{
    apr_bucket *next;

    if (promise->left > 0)
        apr_bucket_split(at, (apr_size_t)promise->left);
    next = APR_BUCKET_NEXT(at);
    if (promise->left == 0)
        apr_bucket_delete(at);
    promise->left = 0;
    return next;
}

static void count(ap_filter_t *f, length_t *promise, apr_bucket_brigade *bb)
{
    apr_bucket *at = APR_BRIGADE_FIRST(bb);

    while (at != APR_BRIGADE_SENTINEL(bb)) {
        if (APR_BUCKET_IS_EOS(at) && promise->left > 0)
            cut_off(f, at);
        if (APR_BUCKET_IS_METADATA(at) || length_of(at) <= promise->left) {
            if (!APR_BUCKET_IS_METADATA(at))
                promise->left -= length_of(at);
            at = APR_BUCKET_NEXT(at);
            continue;
        }
        if (!promise->over)
            cut(f);
        promise->over = true;
        at = keep_promised(promise, at);
    }
}

static apr_status_t keep_promise(ap_filter_t *f, apr_bucket_brigade *bb)
{
    length_t *promise = f->ctx;

    if (!promise)
        f->ctx = promise = apr_pcalloc(f->r->pool, sizeof(*promise));
    if (APR_BRIGADE_EMPTY(bb))
        return APR_SUCCESS;
    if (f->r->header_only || f->r->assbackwards ||
        AP_STATUS_IS_HEADER_ONLY(f->r->status)) {
        ap_remove_output_filter(f);
        return ap_pass_brigade(f->next, bb);
    }
    if (!promise->begun)
        begin(f, promise, bb);
    if (promise->left < 0)
        ap_remove_output_filter(f);
    else
        count(f, promise, bb);
    return ap_pass_brigade(f->next, bb);
}

/* The filter runs after all that change a body, and before those that frame it.
 */
void mh_gateway_answer_length_register(void)
{
    length_filter = ap_register_output_filter("MEHARI_LENGTH", keep_promise,
                                              NULL, AP_FTYPE_PROTOCOL - 1);
}
