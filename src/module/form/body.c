/*
 * body.c - see body.h.
 */
#include "module/form/body.h"

#include "util_filter.h"

#include "module/perl/turn.h"

#include "module/form/store.h"

#define KEY "mehari-form"
#define BLOCK (16 * 1024)

struct mh_form_body {
    ap_filter_t *filter;
    mh_store_t *store;
    apr_bucket_brigade *brigade; /* brigade for reading */
    apr_off_t given;             /* bytes that the form has got */
    apr_off_t read;              /* bytes that all others have got */
    apr_status_t rc;             /* the error, once there was one */
    bool ended;                  /* the store has the end of the body */
    bool closed;                 /* the form wants no more */
    HV *state;
    unsigned generation; /* of the interpreter that the state is in */
};

static ap_filter_rec_t *registered;

static void follow(request_rec *r);
static apr_status_t pass(ap_filter_t *f, apr_bucket_brigade *brigade,
                         ap_input_mode_t mode, apr_read_type_e block,
                         apr_off_t wanted);

/* The filter is the last before the reader, so it sees decoded data, too. */
void mh_form_body_boot(void)
{
    registered = ap_register_input_filter("MEHARI_FORM", pass, NULL,
                                          AP_FTYPE_RESOURCE - 1);
    ap_hook_insert_filter(follow, NULL, NULL, APR_HOOK_LAST);
}

static apr_status_t forget(void *data)
{
    mh_form_body_t *body = data;

    mh_turn_discard((SV *)body->state, body->generation);
    body->state = NULL;
    return APR_SUCCESS;
}

static request_rec *outermost(request_rec *r)
{
    while (r->main != NULL)
        r = r->main;
    return r;
}

/* NULL: no form was read. */
static mh_form_body_t *known(request_rec *r)
{
    void *data = NULL;

    apr_pool_userdata_get(&data, KEY, outermost(r)->pool);
    return data;
}

static ap_filter_t *filter_of(request_rec *r)
{
    ap_filter_t *f = r->input_filters;

    while (f != NULL && (f->frec != registered || f->ctx == NULL))
        f = f->next;
    return f;
}

/*
 * An internal redirect and a subrequest begin with the connection's filters.
 * Data already read is in our store, and the rest comes through their filters.
 */
static void follow(request_rec *r)
{
    mh_form_body_t *body = known(r);

    if (body != NULL && filter_of(r) == NULL) {
        body->filter = ap_add_input_filter_handle(registered, body, r,
                                                  r->connection);
    }
}

mh_form_body_t *mh_form_body(request_rec *r)
{
    mh_form_body_t *body = known(r);

    if (body != NULL)
        return body;
    r = outermost(r);
    body = apr_pcalloc(r->pool, sizeof *body);
    body->store = mh_store_make(r->pool);
    body->brigade = apr_brigade_create(r->pool, r->connection->bucket_alloc);
    body->filter = ap_add_input_filter_handle(registered, body, r,
                                              r->connection);
    apr_pool_userdata_setn(body, KEY, NULL, r->pool);
    apr_pool_cleanup_register(r->pool, body, forget, apr_pool_cleanup_null);
    return body;
}

void mh_form_body_limit(mh_form_body_t *body, apr_size_t memory,
                        const char *dir)
{
    mh_store_limit(body->store, memory, dir);
}

void mh_form_body_close(mh_form_body_t *body)
{
    body->closed = true;
}

HV *mh_form_body_state(pTHX_ mh_form_body_t *body)
{
    if (body->state == NULL) {
        body->state = newHV();
        body->generation = mehari.generation;
    }
    return body->state;
}

/* --- for the form ------------------------------------------------------- */

/* Stores the data of the brigade, which keeps its buckets. */
static apr_status_t keep(mh_form_body_t *body, apr_bucket_brigade *brigade)
{
    for (apr_bucket *bucket = APR_BRIGADE_FIRST(brigade);
         bucket != APR_BRIGADE_SENTINEL(brigade);
         bucket = APR_BUCKET_NEXT(bucket)) {
        const char *data;
        apr_size_t size;
        apr_status_t rc;

        if (APR_BUCKET_IS_EOS(bucket)) {
            body->ended = true;
            return APR_SUCCESS;
        }
        if (APR_BUCKET_IS_METADATA(bucket))
            continue;
        rc = apr_bucket_read(bucket, &data, &size, APR_BLOCK_READ);
        if (rc == APR_SUCCESS)
            rc = mh_store_add(body->store, data, size);
        if (rc != APR_SUCCESS)
            return rc;
    }
    return APR_SUCCESS;
}

static apr_status_t fetch(mh_form_body_t *body, apr_size_t wanted)
{
    apr_status_t rc = ap_get_brigade(body->filter->next, body->brigade,
                                     AP_MODE_READBYTES, APR_BLOCK_READ,
                                     (apr_off_t)wanted);

    /* A filter that was called to wait and returns no data is broken. */
    if (rc == APR_SUCCESS && APR_BRIGADE_EMPTY(body->brigade))
        rc = APR_EGENERAL;
    if (rc == APR_SUCCESS)
        rc = keep(body, body->brigade);
    apr_brigade_cleanup(body->brigade);
    return rc;
}

apr_status_t mh_form_body_read(mh_form_body_t *body, char *to, apr_size_t *size)
{
    apr_size_t wanted = *size;
    apr_status_t rc;

    while (body->rc == APR_SUCCESS && !body->ended &&
           body->given >= mh_store_size(body->store))
        body->rc = fetch(body, wanted);
    rc = mh_store_read(body->store, body->given, to, size);
    if (rc != APR_SUCCESS) {
        *size = 0;
        return rc;
    }
    body->given += (apr_off_t)*size;
    return *size > 0 ? APR_SUCCESS : body->rc;
}

/* --- for all others ----------------------------------------------------- */

/* Moves data from the store to the brigade; of a line, its stored beginning. */
static apr_status_t give(mh_form_body_t *body, apr_bucket_brigade *brigade,
                         ap_input_mode_t mode, apr_off_t wanted)
{
    apr_bucket_alloc_t *alloc = brigade->bucket_alloc;
    apr_size_t size = BLOCK;
    char *data = apr_bucket_alloc(BLOCK, alloc);
    const char *line;
    apr_status_t rc;

    if (mode != AP_MODE_GETLINE && wanted > 0 && wanted < BLOCK)
        size = (apr_size_t)wanted;
    rc = mh_store_read(body->store, body->read, data, &size);
    if (rc != APR_SUCCESS) {
        apr_bucket_free(data);
        return rc;
    }
    line = mode == AP_MODE_GETLINE ? memchr(data, '\n', size) : NULL;
    if (line != NULL)
        size = (apr_size_t)(line - data) + 1;
    if (mode != AP_MODE_SPECULATIVE)
        body->read += (apr_off_t)size;
    APR_BRIGADE_INSERT_TAIL(
        brigade, apr_bucket_heap_create(data, size, apr_bucket_free, alloc));
    return APR_SUCCESS;
}

/* New data goes to the reader, and to the store if the form is not done. */
static apr_status_t read_on(ap_filter_t *f, apr_bucket_brigade *brigade,
                            ap_input_mode_t mode, apr_read_type_e block,
                            apr_off_t wanted)
{
    mh_form_body_t *body = f->ctx;
    apr_status_t rc = ap_get_brigade(f->next, brigade, mode, block, wanted);

    if (rc == APR_SUCCESS && !body->closed && mode != AP_MODE_SPECULATIVE) {
        rc = keep(body, brigade);
        body->read = mh_store_size(body->store);
    }
    return rc;
}

static apr_status_t pass(ap_filter_t *f, apr_bucket_brigade *brigade,
                         ap_input_mode_t mode, apr_read_type_e block,
                         apr_off_t wanted)
{
    mh_form_body_t *body = f->ctx;

    /* A filter without a body was added by name, with SetInputFilter. */
    if (body == NULL || mode == AP_MODE_INIT || mode == AP_MODE_EATCRLF)
        return ap_get_brigade(f->next, brigade, mode, block, wanted);
    if (body->read < mh_store_size(body->store))
        return give(body, brigade, mode, wanted);
    if (body->ended) {
        APR_BRIGADE_INSERT_TAIL(brigade,
                                apr_bucket_eos_create(brigade->bucket_alloc));
        return APR_SUCCESS;
    }
    return body->rc != APR_SUCCESS ? body->rc
                                   : read_on(f, brigade, mode, block, wanted);
}
