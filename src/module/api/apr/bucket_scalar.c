/*
 * bucket_scalar.c - buckets whose data is in a Perl scalar, and is only copied
 * when a filter sets them aside. Bytes written to the scalar are in the bucket.
 */
#include "module/api/apr/bucket.h"

#include "module/perl/interpreter.h"
#include "module/perl/parent.h"
#include "module/perl/turn.h"

typedef struct {
    apr_bucket_refcount refcount;
    SV *scalar;
    unsigned generation;
} data_t;

static apr_status_t read_scalar(apr_bucket *bucket, const char **data,
                                apr_size_t *length, apr_read_type_e block);
static apr_status_t bucket_scalar_set_aside(apr_bucket *bucket,
                                            apr_pool_t *pool);
static void bucket_scalar_destroy(void *ptr);

/* Programs that look at types know it by mod_perl's name. */
static const apr_bucket_type_t scalar_type = {
    "mod_perl SV bucket",
    4,
    APR_BUCKET_DATA,
    bucket_scalar_destroy,
    read_scalar,
    bucket_scalar_set_aside,
    apr_bucket_shared_split,
    apr_bucket_shared_copy,
};

/*
 * Two kinds are copied: the result of an expression, whose scalar Perl uses
 * again, and characters, which are not bytes.
 */
apr_bucket *mh_bucket_scalar(pTHX_ SV *scalar, apr_off_t offset,
                             apr_size_t length, apr_bucket_alloc_t *list)
{
    apr_bucket *bucket = apr_bucket_alloc(sizeof *bucket, list);
    data_t *data = apr_bucket_alloc(sizeof *data, list);

    APR_BUCKET_INIT(bucket);
    bucket->list = list;
    bucket->free = apr_bucket_free;
    data->scalar = SvPADTMP(scalar) || SvTEMP(scalar) || !SvPOK(scalar)
                       ? newSVsv(scalar)
                       : SvREFCNT_inc_simple_NN(scalar);
    data->generation = mehari.generation;
    bucket = apr_bucket_shared_make(bucket, data, offset, length);
    bucket->type = &scalar_type;
    return bucket;
}

/* The bytes, or NULL when the scalar does not have them any more. */
static const char *bytes(const apr_bucket *bucket)
{
    const data_t *data = bucket->data;
    const char *start;
    STRLEN length;

    if (!mh_parent_lives(data->generation))
        return NULL;
    {
        dTHXa(mehari.perl);

        start = SvPV_nomg(data->scalar, length);
    }
    return length < (STRLEN)bucket->start + bucket->length
               ? NULL
               : start + bucket->start;
}

static apr_status_t read_scalar(apr_bucket *bucket, const char **data,
                                apr_size_t *length, apr_read_type_e block)
{
    *data = bytes(bucket);
    *length = *data == NULL ? 0 : bucket->length;
    return *data == NULL ? APR_EGENERAL : APR_SUCCESS;
}

/*
 * The copy is on the heap and not in the pool, which may be one that Perl will
 * drop. A bucket is set aside before another thread gets it.
 */
static apr_status_t bucket_scalar_set_aside(apr_bucket *bucket,
                                            apr_pool_t *pool)
{
    data_t *data = bucket->data;
    const char *start = bytes(bucket);

    if (start == NULL)
        return APR_EGENERAL;
    if (apr_bucket_heap_make(bucket, start, bucket->length, NULL) == NULL)
        return APR_ENOMEM;
    bucket_scalar_destroy(data);
    return APR_SUCCESS;
}

static void bucket_scalar_destroy(void *ptr)
{
    data_t *data = ptr;

    if (!apr_bucket_shared_destroy(data))
        return;
    if (!mehari.elsewhere)
        mh_turn_discard(data->scalar, data->generation);
    apr_bucket_free(data);
}
