/*
 * filter_stream.c - see filter_stream.h.
 */
#include "module/filter/filter_stream.h"

enum { BUFFER = AP_IOBUFSIZE };

/* Data for the next filter, and its buffer. */
typedef struct {
    apr_bucket_brigade *bb;
    char *buffer;
} parcel_t;

static apr_status_t fetch(mh_filter_run_t *run);
static apr_status_t take(pTHX_ mh_filter_run_t *run, apr_bucket *bucket,
                         SV *into, apr_size_t wanted);
static apr_status_t let_by(mh_filter_run_t *run, apr_bucket *bucket);
static void open_parcel(mh_filter_t *filter, parcel_t *parcel);
static apr_status_t send_parcel(mh_filter_t *filter, parcel_t *parcel);
static apr_status_t pass(mh_filter_t *filter, const char *data,
                         apr_size_t length);
static void add_end(mh_filter_run_t *run, apr_bucket_brigade *bb);
static void add_rest(mh_filter_run_t *run, apr_bucket_brigade *bb);

static apr_pool_t *pool_of(const mh_filter_t *filter)
{
    const ap_filter_t *link = filter->link;

    return link->r ? link->r->pool : link->c->pool;
}

static apr_bucket_brigade *new_brigade(const mh_filter_t *filter)
{
    return apr_brigade_create(pool_of(filter), filter->link->c->bucket_alloc);
}

/* A connection carries many responses, each with an end of its own. */
static void note_end(mh_filter_run_t *run)
{
    run->filter->ended = run->filter->link->r != NULL;
}

apr_status_t mh_filter_stream_read(pTHX_ mh_filter_run_t *run, SV *into,
                                   apr_size_t wanted)
{
    apr_status_t rc = APR_SUCCESS;

    run->read = true;
    if (run->filter->input)
        rc = fetch(run);
    while (rc == APR_SUCCESS && !run->seen_eos && SvCUR(into) < wanted &&
           !APR_BRIGADE_EMPTY(run->in)) {
        apr_bucket *bucket = APR_BRIGADE_FIRST(run->in);

        if (APR_BUCKET_IS_EOS(bucket)) {
            run->seen_eos = true;
            apr_bucket_delete(bucket);
        } else if (!APR_BUCKET_IS_METADATA(bucket)) {
            rc = take(aTHX_ run, bucket, into, wanted);
        } else if (SvCUR(into) > 0) {
            break; /* printed data before it goes out first */
        } else {
            rc = let_by(run, bucket);
        }
    }
    run->rc = rc;
    return rc;
}

/* The next filter is asked once in a run, and not before all has been read. */
static apr_status_t fetch(mh_filter_run_t *run)
{
    mh_filter_t *filter = run->filter;

    if (!filter->unread)
        filter->unread = new_brigade(filter);
    run->in = filter->unread;
    if (run->fetched || !APR_BRIGADE_EMPTY(run->in))
        return APR_SUCCESS;
    run->fetched = true;
    return ap_get_brigade(filter->link->next, run->in, run->mode, run->block,
                          run->wanted);
}

/* Buckets that have been read go at once: a long body needs no memory. */
static apr_status_t take(pTHX_ mh_filter_run_t *run, apr_bucket *bucket,
                         SV *into, apr_size_t wanted)
{
    apr_size_t room = wanted - SvCUR(into);
    apr_size_t length;
    const char *data;
    apr_status_t rc = apr_bucket_read(bucket, &data, &length, APR_BLOCK_READ);

    if (rc != APR_SUCCESS)
        return rc;
    if (length > room) {
        apr_bucket_split(bucket, room);
        length = room;
    }
    if (length > 0) {
        sv_catpvn(into, data, length);
        run->taken = true;
    }
    apr_bucket_delete(bucket);
    return APR_SUCCESS;
}

/* A bucket that is not data must not overtake printed data. */
static apr_status_t let_by(mh_filter_run_t *run, apr_bucket *bucket)
{
    parcel_t parcel;

    APR_BUCKET_REMOVE(bucket);
    if (run->filter->input) {
        APR_BRIGADE_INSERT_TAIL(run->out, bucket);
        return APR_SUCCESS;
    }
    open_parcel(run->filter, &parcel);
    APR_BRIGADE_INSERT_TAIL(parcel.bb, bucket);
    return send_parcel(run->filter, &parcel);
}

apr_status_t mh_filter_stream_write(mh_filter_run_t *run, const char *data,
                                    apr_size_t length)
{
    mh_filter_t *filter = run->filter;

    if (!length)
        return APR_SUCCESS;
    if (filter->input) {
        APR_BRIGADE_INSERT_TAIL(
            run->out, apr_bucket_heap_create(data, length, NULL,
                                             filter->link->c->bucket_alloc));
        return APR_SUCCESS;
    }
    if (length > BUFFER - filter->used) {
        if (length >= BUFFER)
            return run->rc = pass(filter, data, length);
        run->rc = pass(filter, NULL, 0);
        if (run->rc != APR_SUCCESS)
            return run->rc;
    }
    if (!filter->buffer)
        filter->buffer = apr_palloc(pool_of(filter), BUFFER);
    memcpy(filter->buffer + filter->used, data, length);
    filter->used += length;
    return APR_SUCCESS;
}

/*
 * Starts with the printed data. Until the data is sent, the buffer and the
 * brigade are not in the filter, because the next filter may run this filter
 * again.
 */
static void open_parcel(mh_filter_t *filter, parcel_t *parcel)
{
    parcel->bb = filter->spare ? filter->spare : new_brigade(filter);
    parcel->buffer = filter->buffer;
    filter->spare = NULL;
    filter->buffer = NULL;
    if (filter->used)
        APR_BRIGADE_INSERT_TAIL(parcel->bb, apr_bucket_transient_create(
                                                parcel->buffer, filter->used,
                                                filter->link->c->bucket_alloc));
    filter->used = 0;
}

static apr_status_t send_parcel(mh_filter_t *filter, parcel_t *parcel)
{
    apr_status_t rc = APR_SUCCESS;

    if (!APR_BRIGADE_EMPTY(parcel->bb)) {
        rc = ap_pass_brigade(filter->link->next, parcel->bb);
        apr_brigade_cleanup(parcel->bb);
    }
    filter->spare = parcel->bb;
    filter->buffer = parcel->buffer;
    return rc;
}

/* Buckets are transient: a filter that sets them aside copies them, and few do.
 */
static apr_status_t pass(mh_filter_t *filter, const char *data,
                         apr_size_t length)
{
    parcel_t parcel;

    open_parcel(filter, &parcel);
    if (length)
        APR_BRIGADE_INSERT_TAIL(parcel.bb, apr_bucket_transient_create(
                                               data, length,
                                               filter->link->c->bucket_alloc));
    return send_parcel(filter, &parcel);
}

apr_status_t mh_filter_stream_finish(mh_filter_run_t *run)
{
    parcel_t parcel;

    if (run->filter->input) {
        add_end(run, run->out);
        /* A speculative read leaves the data in place. */
        if (run->in && run->mode == AP_MODE_SPECULATIVE)
            apr_brigade_cleanup(run->in);
        return APR_SUCCESS;
    }
    open_parcel(run->filter, &parcel);
    /*
     * As in mod_perl, Perl filters get the end of a stream in a call of its
     * own.
     */
    if (run->seen_eos && mh_filter_at(run->filter->link->next)) {
        apr_status_t rc = send_parcel(run->filter, &parcel);

        if (rc != APR_SUCCESS)
            return rc;
        open_parcel(run->filter, &parcel);
    }
    add_end(run, parcel.bb);
    if (run->read)
        add_rest(run, parcel.bb);
    return send_parcel(run->filter, &parcel);
}

static void add_end(mh_filter_run_t *run, apr_bucket_brigade *bb)
{
    if (!run->seen_eos)
        return;
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_eos_create(
                                    run->filter->link->c->bucket_alloc));
    note_end(run);
}

/*
 * A sub that has stopped reading wants no more data; later filters still wait
 * for the end of the stream, and for the request's.
 */
static void add_rest(mh_filter_run_t *run, apr_bucket_brigade *bb)
{
    while (!APR_BRIGADE_EMPTY(run->in)) {
        apr_bucket *bucket = APR_BRIGADE_FIRST(run->in);

        if (!APR_BUCKET_IS_METADATA(bucket) ||
            (APR_BUCKET_IS_EOS(bucket) && run->seen_eos)) {
            apr_bucket_delete(bucket);
            continue;
        }
        if (APR_BUCKET_IS_EOS(bucket)) {
            run->seen_eos = true;
            note_end(run);
        }
        APR_BUCKET_REMOVE(bucket);
        APR_BRIGADE_INSERT_TAIL(bb, bucket);
    }
}
