/*
 * next_request.c - see next_request.h.
 */
#include "module/gateway/client/next_request.h"

#include <poll.h>
#include <stdatomic.h>

#include "module/gateway/client/client_watch.h"
#include "module/gateway/client/flush.h"

/* us: the wait for a client whose last request came within that time. */
#define SOON 500
/* Requests in a row served by one thread. */
#define ROW 32

/* State of a connection. */
typedef struct {
    conn_rec *c;
    int fd;
    bool expected;       /* a request has been answered just now */
    bool quick;          /* the last one came soon */
    unsigned row;        /* requests in this row */
    apr_time_t answered; /* when the last answer had gone out */
} next_t;

static ap_filter_rec_t *record;
static unsigned most; /* threads that may wait; 0: none */
/* Threads that serve a request of a pool, or wait for one. */
static atomic_uint under_way;

/*
 * Only an MPM that gives connections away needs this. The whole answer must
 * have been sent, or the client waits for us.
 */
static bool may_wait(next_t *next)
{
    conn_rec *c = next->c;

    next->expected = false;
    if (!next->quick || next->row >= ROW || mh_flush_push(c) != APR_SUCCESS ||
        c->data_in_output_filters || c->aborted)
        return false;
    return atomic_load(&under_way) < most;
}

static void wait_for_it(next_t *next)
{
    const struct timespec soon = { .tv_nsec = SOON * 1000L };
    struct pollfd place = { .fd = next->fd, .events = POLLIN };

    atomic_fetch_add(&under_way, 1);
    next->row++;
    next->quick = ppoll(&place, 1, &soon, NULL) > 0;
    atomic_fetch_sub(&under_way, 1);
}

/*
 * httpd looks for the next request, without waiting, after it has passed the
 * end of the last response to the output filters.
 */
static apr_status_t await(ap_filter_t *f, apr_bucket_brigade *bb,
                          ap_input_mode_t mode, apr_read_type_e block,
                          apr_off_t size)
{
    next_t *next = f->ctx;

    if (next && next->expected && block == APR_NONBLOCK_READ) {
        bool waits = may_wait(next);

        next->answered = apr_time_now();
        if (waits)
            wait_for_it(next);
        else
            next->row = 0;
    }
    return ap_get_brigade(f->next, bb, mode, block, size);
}

void mh_next_request_register(void)
{
    record = ap_register_input_filter("MEHARI_NEXT_REQUEST", await, NULL,
                                      AP_FTYPE_NETWORK - 1);
}

void mh_next_request_child(void)
{
    int is_async = 0;
    int threads = 0;

    ap_mpm_query(AP_MPMQ_IS_ASYNC, &is_async);
    ap_mpm_query(AP_MPMQ_MAX_THREADS, &threads);
    most = is_async && threads > 0 ? (unsigned)threads / 2 : 0;
}

void mh_next_request_begin(void)
{
    atomic_fetch_add(&under_way, 1);
}

static next_t *next_of(request_rec *r)
{
    conn_rec *c = r->connection;
    mh_client_watch_t client;
    next_t *next;

    for (ap_filter_t *f = c->input_filters; f; f = f->next)
        if (f->frec == record && f->ctx)
            return f->ctx;
    mh_client_watch_begin(&client, r, 0);
    next = apr_pcalloc(c->pool, sizeof(*next));
    next->c = c;
    next->fd = client.fd;
    ap_add_input_filter_handle(record, next, r, c);
    return next;
}

void mh_next_request_expect(request_rec *r, int status)
{
    next_t *next;

    atomic_fetch_sub(&under_way, 1);
    if (!most || r->main || r->connection->master || status != OK)
        return;
    next = next_of(r);
    next->quick = next->answered && r->request_time - next->answered < SOON;
    next->expected = next->fd >= 0;
}
