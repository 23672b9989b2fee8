/*
 * flush.c - see flush.h.
 */
#include "module/gateway/client/flush.h"

#define FILTER_NAME "MEHARI_FLUSH"

static ap_filter_rec_t *record;

/*
 * f->ctx points to a flag: true while we are sending a brigade, and not
 * somebody else. NULL: the filter was added by name, with SetOutputFilter.
 */
static apr_status_t drop_flushes(ap_filter_t *f, apr_bucket_brigade *bb)
{
    const bool *ours = f->ctx;
    apr_bucket *next;

    for (apr_bucket *bucket = ours && *ours && bb ? APR_BRIGADE_FIRST(bb)
                                                  : NULL;
         bucket && bucket != APR_BRIGADE_SENTINEL(bb); bucket = next) {
        next = APR_BUCKET_NEXT(bucket);
        if (APR_BUCKET_IS_FLUSH(bucket))
            apr_bucket_delete(bucket);
    }
    return ap_pass_brigade(f->next, bb);
}

void mh_flush_register(void)
{
    record = ap_register_output_filter(FILTER_NAME, drop_flushes, NULL,
                                       AP_FTYPE_NETWORK - 1);
}

static bool *filter_of(request_rec *r)
{
    conn_rec *c = r->connection;
    ap_filter_t *filter = c->output_filters;
    bool *ours;

    while (filter && (filter->frec != record || !filter->ctx))
        filter = filter->next;
    if (filter)
        return filter->ctx;
    ours = apr_pcalloc(c->pool, sizeof(*ours));
    ap_add_output_filter_handle(record, ours, r, c);
    return ours;
}

apr_status_t mh_flush_push(conn_rec *c)
{
    ap_filter_t *last = c->output_filters;

    while (last->next)
        last = last->next;
    return last->frec->filter_func.out_func(last, NULL);
}

static apr_status_t pass(request_rec *r, ap_filter_t *first,
                         apr_bucket_brigade *bb)
{
    bool *ours = filter_of(r);
    apr_status_t rv;

    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_flush_create(
                                    r->connection->bucket_alloc));
    *ours = true;
    rv = ap_pass_brigade(first, bb);
    *ours = false;
    return rv == APR_SUCCESS ? mh_flush_push(r->connection) : rv;
}

apr_status_t mh_flush_pass(request_rec *r, apr_bucket_brigade *bb)
{
    return pass(r, r->output_filters, bb);
}

apr_status_t mh_flush_all(request_rec *r, apr_bucket_brigade *bb)
{
    return pass(r, r->connection->output_filters, bb);
}
