/*
 * flush.c - see flush.h.
 */
#include "module/gateway/client/flush.h"

#define FILTER_NAME "MEHARI_FLUSH"
/* Bytes held at most: filters may make more bytes than we pass. */
#define HELD_MAX 1048576

/* State of a connection. */
typedef struct {
    bool ours;      /* true while we send a brigade, and no other filter does */
    bool ended;     /* EOS was sent: no mark is taken behind it */
    unsigned marks; /* below us, behind data that are not taken yet */
    apr_bucket_brigade *held; /* empty when nobody passes anything */
} flush_t;

static ap_filter_rec_t *flush_filter;

static void drop_flushes(apr_bucket_brigade *bb)
{
    apr_bucket *next;

    for (apr_bucket *bucket = APR_BRIGADE_FIRST(bb);
         bucket != APR_BRIGADE_SENTINEL(bb); bucket = next) {
        next = APR_BUCKET_NEXT(bucket);
        if (APR_BUCKET_IS_FLUSH(bucket))
            apr_bucket_delete(bucket);
    }
}

static bool is_memory(const apr_bucket *bucket)
{
    return APR_BUCKET_IS_HEAP(bucket) || APR_BUCKET_IS_POOL(bucket) ||
           APR_BUCKET_IS_TRANSIENT(bucket) || APR_BUCKET_IS_IMMORTAL(bucket);
}

/* Makes one bucket of the buckets from first to end; size: of all together. */
static void join(apr_bucket *first, apr_bucket *end, apr_size_t size)
{
    apr_bucket_alloc_t *list = first->list;
    char *memory = apr_bucket_alloc(size, list);
    apr_size_t used = 0;

    while (first != end) {
        apr_bucket *next = APR_BUCKET_NEXT(first);
        const char *data;
        apr_size_t length;

        apr_bucket_read(first, &data, &length, APR_BLOCK_READ);
        memcpy(memory + used, data, length);
        used += length;
        apr_bucket_delete(first);
        first = next;
    }
    APR_BUCKET_INSERT_BEFORE(
        end, apr_bucket_heap_create(memory, size, apr_bucket_free, list));
}

/* The network filter takes a bucket of any size where there is any room. */
static void join_all(apr_bucket_brigade *bb)
{
    apr_bucket *first = APR_BRIGADE_FIRST(bb);

    while (first != APR_BRIGADE_SENTINEL(bb)) {
        apr_bucket *end = first;
        apr_size_t size = 0;
        int count = 0;

        for (; end != APR_BRIGADE_SENTINEL(bb) && is_memory(end);
             end = APR_BUCKET_NEXT(end), count++)
            size += end->length;
        if (count > 1)
            join(first, end, size);
        first = count ? end : APR_BUCKET_NEXT(end);
    }
}

static void unmark(void *data)
{
    flush_t *flush = data;

    flush->marks--;
}

static apr_status_t read_mark(apr_bucket *bucket, const char **data,
                              apr_size_t *size, apr_read_type_e block)
{
    *data = "";
    *size = 0;
    return APR_SUCCESS;
}

/*
 * A bucket of a type that mod_http2 does not know. The thread that has sent the
 * bucket destroys it in its next call, after the other thread has taken all
 * data before it.
 */
static const apr_bucket_type_t mark_type = {
    .name = "MEHARI_MARK",
    .num_func = 5,
    .is_metadata = APR_BUCKET_METADATA,
    .destroy = unmark,
    .read = read_mark,
    .setaside = apr_bucket_setaside_noop,
    .split = apr_bucket_split_notimpl,
    .copy = apr_bucket_copy_notimpl,
};

static void mark(flush_t *flush, apr_bucket_brigade *bb)
{
    apr_bucket *bucket = apr_bucket_alloc(sizeof(*bucket), bb->bucket_alloc);

    APR_BUCKET_INIT(bucket);
    bucket->free = apr_bucket_free;
    bucket->list = bb->bucket_alloc;
    bucket->type = &mark_type;
    bucket->length = 0;
    bucket->start = 0;
    bucket->data = flush;
    flush->marks++;
    APR_BRIGADE_INSERT_TAIL(bb, bucket);
}

static bool has_socket(const conn_rec *c)
{
    return !c->master;
}

/* Passes bb to the network filter. */
static apr_status_t send_on(ap_filter_t *f, apr_bucket_brigade *bb)
{
    flush_t *flush = f->ctx;

    if (APR_BRIGADE_EMPTY(bb))
        return APR_SUCCESS;
    if (APR_BUCKET_IS_EOS(APR_BRIGADE_LAST(bb)))
        flush->ended = true;
    if (!flush->ended)
        mark(flush, bb);
    return ap_pass_brigade(f->next, bb);
}

/* Filters before this one may turn one brigade of ours into several. */
static apr_status_t hold(ap_filter_t *f, apr_bucket_brigade *bb)
{
    flush_t *flush = f->ctx;
    apr_off_t size = 0;
    apr_status_t rv = ap_save_brigade(f, &flush->held, &bb, f->c->pool);

    if (rv == APR_SUCCESS)
        rv = apr_brigade_length(flush->held, 0, &size);
    return rv == APR_SUCCESS && size > HELD_MAX ? send_on(f, flush->held) : rv;
}

/* f->ctx is NULL if the filter was added by name, with SetOutputFilter. */
static apr_status_t filter(ap_filter_t *f, apr_bucket_brigade *bb)
{
    const flush_t *flush = f->ctx;

    if (!flush || !bb)
        return ap_pass_brigade(f->next, bb);
    if (flush->ours)
        drop_flushes(bb);
    if (has_socket(f->c))
        return ap_pass_brigade(f->next, bb);
    return flush->ours ? hold(f, bb) : send_on(f, bb);
}

void mh_flush_register(void)
{
    flush_filter = ap_register_output_filter(FILTER_NAME, filter, NULL,
                                             AP_FTYPE_NETWORK - 1);
}

/* NULL: this connection has none yet. */
static ap_filter_t *filter_of(conn_rec *c)
{
    ap_filter_t *f = c->output_filters;

    while (f && (f->frec != flush_filter || !f->ctx))
        f = f->next;
    return f;
}

static ap_filter_t *begin(request_rec *r)
{
    conn_rec *c = r->connection;
    ap_filter_t *f = filter_of(c);
    flush_t *flush;

    if (f)
        return f;
    flush = apr_pcalloc(c->pool, sizeof(*flush));
    flush->held = apr_brigade_create(c->pool, c->bucket_alloc);
    return ap_add_output_filter_handle(flush_filter, flush, r, c);
}

/* Others have passed data before, and we do not know whether it was taken. */
void mh_flush_begin(request_rec *r)
{
    ap_filter_t *f = begin(r);
    flush_t *flush = f->ctx;

    if (has_socket(r->connection) || flush->marks || flush->ended)
        return;
    mark(flush, flush->held);
    ap_pass_brigade(f->next, flush->held);
}

static apr_status_t push_socket(conn_rec *c)
{
    ap_filter_t *last = c->output_filters;

    while (last->next)
        last = last->next;
    return last->frec->filter_func.out_func(last, NULL);
}

apr_status_t mh_flush_push(conn_rec *c)
{
    ap_filter_t *f;
    flush_t *flush;

    if (has_socket(c))
        return push_socket(c);
    f = filter_of(c);
    flush = f ? f->ctx : NULL;
    return flush && flush->marks ? ap_pass_brigade(f->next, flush->held)
                                 : APR_SUCCESS;
}

bool mh_flush_pending(conn_rec *c)
{
    ap_filter_t *f;

    if (has_socket(c))
        return c->data_in_output_filters;
    f = filter_of(c);
    return f && ((flush_t *)f->ctx)->marks;
}

/* Filters see f->ours while they run. */
static apr_status_t pass_ours(ap_filter_t *f, ap_filter_t *first,
                              apr_bucket_brigade *bb)
{
    flush_t *flush = f->ctx;
    apr_status_t rv;
    apr_status_t sent;

    flush->ours = true;
    rv = ap_pass_brigade(first, bb);
    flush->ours = false;
    join_all(flush->held);
    sent = send_on(f, flush->held);
    return rv == APR_SUCCESS ? sent : rv;
}

apr_status_t mh_flush_pass(request_rec *r, ap_filter_t *first,
                           apr_bucket_brigade *bb, bool flush)
{
    conn_rec *c = r->connection;
    apr_status_t rv;

    if (!flush && has_socket(c))
        return ap_pass_brigade(first, bb);
    if (flush)
        APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_flush_create(c->bucket_alloc));
    rv = pass_ours(begin(r), first, bb);
    return rv == APR_SUCCESS && flush ? mh_flush_push(c) : rv;
}
