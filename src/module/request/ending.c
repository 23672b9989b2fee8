/*
 * ending.c - see ending.h.
 */
#include "module/request/ending.h"

#include "util_filter.h"

#include "module/api/apr/bucket.h"
#include "module/api/core/owner.h"
#include "module/perl/interpreter.h"
#include "module/perl/parent.h"
#include "module/perl/turn.h"
#include "module/request/handler.h"
#include "module/request/phase.h"

/* The request of a connection, until its end is noticed. */
typedef struct {
    request_rec *r;
} ending_t;

typedef struct {
    ending_t *ending;
    request_rec *r;
} expected_t;

static apr_status_t pass_on(ap_filter_t *f, apr_bucket_brigade *bb);
static ending_t *ending_of(conn_rec *c);
static apr_status_t request_gone(void *data);
static void write_pending(ap_filter_t *f);
static bool has_end(apr_bucket_brigade *bb);
static void finish(request_rec *r);
static void release_objects(void *data);

static ap_filter_rec_t *record;

void mh_ending_expect(request_rec *r)
{
    ending_t *ending = ending_of(r->connection);
    expected_t *expected;

    if (ending->r == r)
        return;
    ending->r = r;
    expected = apr_palloc(r->pool, sizeof(*expected));
    *expected = (expected_t){ ending, r };
    apr_pool_cleanup_register(r->pool, expected, request_gone,
                              apr_pool_cleanup_null);
}

static ending_t *ending_of(conn_rec *c)
{
    ending_t *ending;

    for (ap_filter_t *f = c->output_filters; f; f = f->next)
        if (f->frec == record && f->ctx)
            return f->ctx;
    ending = apr_pcalloc(c->pool, sizeof(*ending));
    ap_add_output_filter_handle(record, ending, NULL, c);
    return ending;
}

static apr_status_t request_gone(void *data)
{
    const expected_t *expected = data;

    if (expected->ending->r == expected->r)
        expected->ending->r = NULL;
    return APR_SUCCESS;
}

/*
 * A filter without an ending was added by name, with SetOutputFilter.
 *
 * As a rule all data can be written, and the request ends with the last byte.
 * Otherwise this thread ends the request's Perl before it returns to httpd.
 */
static apr_status_t pass_on(ap_filter_t *f, apr_bucket_brigade *bb)
{
    const ending_t *ending = f->ctx;
    bool ends = ending && ending->r && has_end(bb);
    apr_status_t rc = ap_pass_brigade(f->next, bb);

    if (!ends || mh_turn_busy())
        return rc;
    if (ending->r)
        write_pending(f);
    if (ending->r)
        finish(ending->r);
    return rc;
}

/*
 * httpd keeps a short response back until the thread is done with the request.
 * The client must not wait for handlers that run after the response. So this
 * function writes the response before them, without blocking, as the MPM would
 * later.
 */
static void write_pending(ap_filter_t *f)
{
    while (f->next)
        f = f->next;
    if (!strcasecmp(f->frec->name, "core"))
        f->frec->filter_func.out_func(f, NULL);
}

static bool has_end(apr_bucket_brigade *bb)
{
    for (apr_bucket *b = APR_BRIGADE_FIRST(bb); b != APR_BRIGADE_SENTINEL(bb);
         b = APR_BUCKET_NEXT(b))
        if (AP_BUCKET_IS_EOR(b))
            return true;
    return false;
}

/* The phases may keep the turn for the request; it must be given back here. */
static void finish(request_rec *r)
{
    mh_context_t *context = mh_context_peek(r);

    if (!mehari.perl || (!context && !mh_phase_awaits_end(r)))
        return;
    context = mh_context(r);
    mh_turn_take(MH_TURN_EVER);
    context->log_status = mh_phase_run(r, MH_HOOK_LOG);
    context->logged = true;
    mh_context_end(context);
    mh_parent_each(release_objects, r);
    mh_turn_drop(context);
    mh_turn_leave();
}

/*
 * Releases Perl's objects in the pools of the request. An HTTP/2 request has a
 * connection of its own, which ends with the request.
 */
static void release_objects(void *data)
{
    request_rec *r = data;
    conn_rec *c = r->connection;
    apr_pool_t *pool = c->master ? c->pool : r->pool;

    mh_pool_cleanups_run(pool);
    if (c->master)
        mh_bucket_homes_end(pool);
    mh_owners_end(pool);
}

/* If only the last phases have handlers, no other code waits for the end. */
static int expect_end(request_rec *r)
{
    if (mehari.threaded && !r->main && !r->prev &&
        (mh_handlers_exist[MH_HOOK_LOG] || mh_handlers_exist[MH_HOOK_CLEANUP]))
        mh_ending_expect(r);
    return DECLINED;
}

/* A filter of the connection, because the end of a response goes through it. */
void mh_ending_register(void)
{
    record = ap_register_output_filter("MEHARI_ENDING", pass_on, NULL,
                                       AP_FTYPE_CONNECTION);
    ap_hook_post_read_request(expect_end, NULL, NULL, APR_HOOK_REALLY_FIRST);
}
