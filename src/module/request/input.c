/*
 * input.c - reading the body of a request; see input.h.
 */
#include "module/request/input.h"

#include "util_filter.h"

#include "module/request/context/context.h"

#define INPUT_KEY "mehari-input"

typedef struct {
    apr_bucket_brigade *brigade; /* bytes that have come, unread */
    apr_status_t rc;             /* the failure, once there was one */
    bool ended;
    bool raw; /* not of HTTP: the end of file is the end */
} input_t;

static input_t *input_of(request_rec *r);
static request_rec *outermost(request_rec *r);
static apr_status_t fill(request_rec *r, input_t *input, apr_size_t wanted);
static apr_status_t take(input_t *input, char *buffer, apr_size_t wanted,
                         apr_size_t *got);

apr_status_t mh_input_read(request_rec *r, char *buffer, apr_size_t wanted,
                           apr_size_t *got)
{
    input_t *input = input_of(r);
    apr_status_t rc = input->rc;

    *got = 0;
    while (rc == APR_SUCCESS && *got == 0 && wanted > 0 && !input->ended) {
        if (APR_BRIGADE_EMPTY(input->brigade))
            rc = fill(r, input, wanted);
        if (rc == APR_SUCCESS)
            rc = take(input, buffer, wanted, got);
    }
    if (rc != APR_SUCCESS && input->rc == APR_SUCCESS) {
        mh_context_t *context = mh_context_peek(r);

        /* The beginning of the next request cannot be found. */
        r->connection->keepalive = AP_CONN_CLOSE;
        /* A filter that refuses the body has answered the request. */
        if (rc == AP_FILTER_ERROR && context)
            context->output.finished = true;
        input->rc = rc;
        apr_brigade_cleanup(input->brigade);
    }
    return *got > 0 ? APR_SUCCESS : rc;
}

void mh_input_raw(request_rec *r)
{
    input_t *input = input_of(r);

    input->raw = true;
    input->ended = false;
}

void mh_input_unread(request_rec *r, const char *data, apr_size_t length)
{
    input_t *input = input_of(r);
    apr_bucket_alloc_t *alloc = r->connection->bucket_alloc;

    if (length == 0 || input->rc != APR_SUCCESS)
        return;
    if (input->ended) {
        input->ended = false;
        APR_BRIGADE_INSERT_TAIL(input->brigade, apr_bucket_eos_create(alloc));
    }
    APR_BRIGADE_INSERT_HEAD(input->brigade,
                            apr_bucket_heap_create(data, length, NULL, alloc));
}

int mh_input_status(request_rec *r)
{
    void *data = NULL;
    input_t *input;

    apr_pool_userdata_get(&data, INPUT_KEY, outermost(r)->pool);
    input = data;
    if (input == NULL || input->rc == APR_SUCCESS)
        return OK;
    if (input->rc == MH_FILTER_ERROR)
        return HTTP_INTERNAL_SERVER_ERROR;
    return ap_map_http_request_error(input->rc, HTTP_BAD_REQUEST);
}

/* An internal redirect has the pool of its origin, a subrequest one below. */
static request_rec *outermost(request_rec *r)
{
    while (r->main != NULL)
        r = r->main;
    return r;
}

static input_t *input_of(request_rec *r)
{
    apr_pool_t *pool = outermost(r)->pool;
    void *data = NULL;
    input_t *input;

    apr_pool_userdata_get(&data, INPUT_KEY, pool);
    if (data != NULL)
        return data;
    input = apr_pcalloc(pool, sizeof *input);
    input->brigade = apr_brigade_create(pool, r->connection->bucket_alloc);
    apr_pool_userdata_setn(input, INPUT_KEY, NULL, pool);
    return input;
}

static apr_status_t fill(request_rec *r, input_t *input, apr_size_t wanted)
{
    apr_off_t limit = wanted > AP_IOBUFSIZE * 16 ? AP_IOBUFSIZE * 16
                                                 : (apr_off_t)wanted;
    apr_status_t rc;

    rc = ap_get_brigade(r->input_filters, input->brigade, AP_MODE_READBYTES,
                        APR_BLOCK_READ, limit);
    if (input->raw && APR_STATUS_IS_EOF(rc)) {
        input->ended = true;
        return APR_SUCCESS;
    }
    if (rc == APR_SUCCESS && APR_BRIGADE_EMPTY(input->brigade)) {
        /* A filter that was called to wait and returns no data is broken. */
        rc = APR_EGENERAL;
    }
    return rc;
}

/* Moves bytes of the first data in the brigade to the buffer. */
static apr_status_t take(input_t *input, char *buffer, apr_size_t wanted,
                         apr_size_t *got)
{
    while (!APR_BRIGADE_EMPTY(input->brigade) && *got < wanted) {
        apr_bucket *bucket = APR_BRIGADE_FIRST(input->brigade);
        const char *data;
        apr_size_t length;
        apr_status_t rc;

        if (APR_BUCKET_IS_EOS(bucket)) {
            input->ended = true;
            apr_brigade_cleanup(input->brigade);
            return APR_SUCCESS;
        }
        if (APR_BUCKET_IS_METADATA(bucket)) {
            apr_bucket_delete(bucket);
            continue;
        }
        rc = apr_bucket_read(bucket, &data, &length, APR_BLOCK_READ);
        if (rc != APR_SUCCESS)
            return rc;
        if (length > wanted - *got) {
            length = wanted - *got;
            apr_bucket_split(bucket, length);
        }
        memcpy(buffer + *got, data, length);
        *got += length;
        apr_bucket_delete(bucket);
    }
    return APR_SUCCESS;
}
