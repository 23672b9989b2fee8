/*
 * body_store.c - see body_store.h.
 */
#include "module/gateway/process/body_store.h"

#include <errno.h>

#include "module/gateway/process/process_config.h"
#include "module/gateway/process/end.h"
#include "module/gateway/client/spool.h"
#include "module/common/message.h"

#define CHUNK 65536

typedef struct {
    request_rec *r;
    apr_bucket_brigade *bb; /* the part in memory */
    apr_size_t room;
    apr_off_t size;
    mh_spool_t *spool; /* empty: all of it is in memory */
    bool ended;
    int error; /* error of storing it: an errno */
} store_t;

bool mh_body_is_sent(const request_rec *r)
{
    const char *length = apr_table_get(r->headers_in, "Content-Length");

    if (r->main || r->prev)
        return false;
    return apr_table_get(r->headers_in, "Transfer-Encoding") ||
           (length && strcmp(length, "0") != 0);
}

static void keep(store_t *store, const char *data, apr_size_t size)
{
    store->size += (apr_off_t)size;
    if (!store->spool->size && store->size <= (apr_off_t)store->room) {
        apr_brigade_write(store->bb, NULL, NULL, data, size);
        return;
    }
    store->error = mh_spool_move(store->spool, store->bb);
    if (!store->error)
        store->error = mh_spool_write(store->spool, data, size);
}

static apr_status_t keep_all(store_t *store, apr_bucket_brigade *bb)
{
    apr_status_t rv = APR_SUCCESS;

    while (rv == APR_SUCCESS && !APR_BRIGADE_EMPTY(bb) && !store->error) {
        apr_bucket *first = APR_BRIGADE_FIRST(bb);
        const char *data;
        apr_size_t size;

        if (APR_BUCKET_IS_EOS(first)) {
            store->ended = true;
        } else if (!APR_BUCKET_IS_METADATA(first)) {
            rv = apr_bucket_read(first, &data, &size, APR_BLOCK_READ);
            if (rv == APR_SUCCESS)
                keep(store, data, size);
        }
        apr_bucket_delete(first);
    }
    return rv;
}

/* Reads all of it. Only the client is waited for, within httpd's own time
 * limits. */
static apr_status_t read_all(store_t *store)
{
    request_rec *r = store->r;
    apr_bucket_brigade *bb = apr_brigade_create(r->pool,
                                                r->connection->bucket_alloc);
    apr_status_t rv = APR_SUCCESS;

    while (rv == APR_SUCCESS && !store->ended && !store->error) {
        rv = ap_get_brigade(r->input_filters, bb, AP_MODE_READBYTES,
                            APR_BLOCK_READ, CHUNK);
        if (rv == APR_SUCCESS)
            rv = keep_all(store, bb);
    }
    apr_brigade_destroy(bb);
    return rv;
}

static int cannot_keep(const store_t *store)
{
    request_rec *r = store->r;

    mh_log_rerror(APLOG_MARK, APLOG_ERR, store->error, r,
                  "MH3073: no room in %s for the body of %s, %" APR_OFF_T_FMT
                  " bytes so far",
                  store->spool->folder, r->uri, store->size);
    return mh_process_unasked(r, EAGAIN);
}

int mh_body_take(request_rec *r, apr_bucket_brigade **taken)
{
    apr_bucket_alloc_t *list = r->connection->bucket_alloc;
    store_t store = { .r = r };
    apr_status_t rv;

    *taken = NULL;
    if (!mh_body_is_sent(r) || !mh_process_body_room(r, &store.room))
        return OK;
    store.bb = apr_brigade_create(r->pool, list);
    store.spool = mh_spool_new(r->pool);
    rv = read_all(&store);
    if (store.error)
        return cannot_keep(&store);
    if (rv != APR_SUCCESS) {
        mh_log_rerror(APLOG_MARK, APLOG_ERR, rv, r,
                      "MH3021: Error reading request entity data");
        return ap_map_http_request_error(rv, HTTP_BAD_REQUEST);
    }
    mh_spool_lend(store.spool, store.bb);
    APR_BRIGADE_INSERT_TAIL(store.bb, apr_bucket_eos_create(list));
    *taken = store.bb;
    return OK;
}
