/*
 * brigade.c - APR::Brigade: lists of buckets.
 */
#include "module/api/core/method_table.h"
#include "module/perl/turn.h"
#include "module/api/apr/bucket.h"
#include "module/api/core/owner.h"

#define BRIGADE(call) ((apr_bucket_brigade *)(call)->self)

/* The number of an object says who made the brigade. */
enum { GIVEN, MADE };

/* --- making and ending ------------------------------------------------ */

/* A brigade is emptied before the allocator of its buckets goes. */
static apr_status_t alloc_goes(void *ptr);
static apr_status_t brigade_pool_goes(void *ptr);

static apr_status_t alloc_goes(void *ptr)
{
    apr_bucket_brigade *bb = ptr;

    apr_pool_cleanup_kill(bb->p, bb, brigade_pool_goes);
    mh_turn_take(MH_TURN_EVER);
    mh_object_gone(MH_BRIGADE, bb, bb->p, NULL);
    mh_turn_leave();
    return apr_brigade_destroy(bb);
}

static apr_status_t brigade_pool_goes(void *ptr)
{
    apr_bucket_brigade *bb = ptr;
    apr_pool_t *home;

    mh_turn_take(MH_TURN_EVER);
    home = mh_bucket_home(bb->bucket_alloc);
    if (home != NULL)
        apr_pool_cleanup_kill(home, bb, alloc_goes);
    mh_turn_leave();
    return APR_SUCCESS;
}

static SV *made(pTHX_ apr_bucket_brigade *bb)
{
    apr_pool_t *home = mh_bucket_home(bb->bucket_alloc);
    SV *object = mh_object_shared(aTHX_ MH_BRIGADE, bb, bb->p);

    *mh_object_position(object) = MADE;
    if (home != NULL && !apr_pool_is_ancestor(home, bb->p)) {
        apr_pool_cleanup_register(home, bb, alloc_goes, apr_pool_cleanup_null);
        apr_pool_cleanup_register(bb->p, bb, brigade_pool_goes,
                                  apr_pool_cleanup_null);
    }
    return object;
}

static SV *new_brigade(pTHX_ mh_call_t *call)
{
    apr_pool_t *p = mh_arg_object(aTHX_ call, 0, MH_POOL);
    apr_bucket_alloc_t *list = mh_arg_object(aTHX_ call, 1, MH_BUCKET_ALLOC);
    SV *object;

    mh_bucket_home_note(list, mh_object_owner(call->arg[1], p));
    object = made(aTHX_ apr_brigade_create(p, list));
    mh_object_depends(aTHX_ object, call->arg[0]);
    return object;
}

void mh_brigade_let_go(void *ptr, int position)
{
    if (position == MADE)
        apr_brigade_destroy(ptr);
}

static SV *brigade_cleanup(pTHX_ mh_call_t *call)
{
    apr_brigade_cleanup(BRIGADE(call));
    return NULL;
}

/* --- buckets ---------------------------------------------------------- */

static SV *first(pTHX_ mh_call_t *call)
{
    return mh_bucket_object(aTHX_ APR_BRIGADE_FIRST(BRIGADE(call)),
                            BRIGADE(call));
}

static SV *last(pTHX_ mh_call_t *call)
{
    return mh_bucket_object(aTHX_ APR_BRIGADE_LAST(BRIGADE(call)),
                            BRIGADE(call));
}

static SV *next(pTHX_ mh_call_t *call)
{
    return mh_bucket_next(aTHX_ call->arg[0], BRIGADE(call),
                          mh_method_name(aTHX_ call->bound));
}

static SV *previous(pTHX_ mh_call_t *call)
{
    return mh_bucket_previous(aTHX_ call->arg[0], BRIGADE(call),
                              mh_method_name(aTHX_ call->bound));
}

/* The bucket to insert, after it is removed from its old place. */
static apr_bucket *taken(pTHX_ mh_call_t *call)
{
    apr_bucket *bucket = mh_arg_object(aTHX_ call, 0, MH_BUCKET);

    if (!mh_bucket_fits(bucket->list, BRIGADE(call))) {
        mh_method_croak(aTHX_ call,
                        "the allocator of the bucket is not that of "
                        "the brigade, and may go before it");
    }
    return mh_bucket_take(call->arg[0], bucket);
}

static SV *insert_head(pTHX_ mh_call_t *call)
{
    apr_bucket *bucket = taken(aTHX_ call);

    APR_BRIGADE_INSERT_HEAD(BRIGADE(call), bucket);
    return NULL;
}

static SV *insert_tail(pTHX_ mh_call_t *call)
{
    apr_bucket *bucket = taken(aTHX_ call);

    APR_BRIGADE_INSERT_TAIL(BRIGADE(call), bucket);
    return NULL;
}

static SV *concat(pTHX_ mh_call_t *call)
{
    apr_bucket_brigade *other = mh_arg_object(aTHX_ call, 0, MH_BRIGADE);

    if (other == BRIGADE(call))
        mh_method_croak(aTHX_ call, "a brigade cannot be added to itself");
    if (!mh_bucket_fits(other->bucket_alloc, BRIGADE(call))) {
        mh_method_croak(aTHX_ call,
                        "the allocators of the brigades are not the "
                        "same");
    }
    APR_BRIGADE_CONCAT(BRIGADE(call), other);
    return NULL;
}

static SV *split(pTHX_ mh_call_t *call)
{
    apr_bucket *bucket = mh_arg_object(aTHX_ call, 0, MH_BUCKET);
    SV *object;

    if (!mh_bucket_is_in(BRIGADE(call), bucket))
        mh_method_croak(aTHX_ call, "the bucket is not in this brigade");
    object = made(aTHX_ apr_brigade_split(BRIGADE(call), bucket));
    mh_object_depends(aTHX_ object, mh_object_pool(aTHX_ BRIGADE(call)->p));
    return object;
}

/* --- data ------------------------------------------------------------- */

static SV *is_empty(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ APR_BRIGADE_EMPTY(BRIGADE(call)));
}

static SV *brigade_length(pTHX_ mh_call_t *call)
{
    apr_off_t bytes = 0;
    apr_status_t rc = apr_brigade_length(BRIGADE(call),
                                         mh_arg_bool(aTHX_ call, 0, true),
                                         &bytes);

    return rc == APR_SUCCESS ? mh_int(aTHX_ bytes) : &PL_sv_undef;
}

/* Without a length, all data, however long. */
static SV *flatten(pTHX_ mh_call_t *call)
{
    SV *variable = call->arg[0];
    SV *buffer;
    apr_size_t count;
    apr_status_t rc = APR_SUCCESS;
    apr_off_t wanted;

    if (mh_arg_given(call, 1))
        wanted = mh_arg_int(aTHX_ call, 1, 0);
    else
        rc = apr_brigade_length(BRIGADE(call), 1, &wanted);
    if (rc == APR_SUCCESS && wanted < 0)
        mh_method_croak(aTHX_ call, "a length cannot be negative");
    if (rc == APR_SUCCESS && mh_arg_given(call, 1)) {
        apr_off_t there = 0;

        rc = apr_brigade_length(BRIGADE(call), 1, &there);
        wanted = wanted < there ? wanted : there;
    }
    count = rc == APR_SUCCESS ? (apr_size_t)wanted : 0;
    buffer = sv_2mortal(newSV(count + 1));
    if (rc == APR_SUCCESS)
        rc = apr_brigade_flatten(BRIGADE(call), SvPVX(buffer), &count);
    if (rc != APR_SUCCESS && rc != APR_EOF)
        mh_croak_status(aTHX_ rc, "APR::Brigade::flatten");
    SvPOK_only(buffer);
    SvCUR_set(buffer, count);
    *SvEND(buffer) = '\0';
    sv_setsv_mg(variable, buffer);
    SvTAINTED_on(variable);
    return mh_int(aTHX_(IV) count);
}

/* --- pool and allocator ----------------------------------------------- */

static SV *pool(pTHX_ mh_call_t *call)
{
    return mh_object_pool(aTHX_ BRIGADE(call)->p);
}

static SV *bucket_alloc(pTHX_ mh_call_t *call)
{
    apr_bucket_alloc_t *list = BRIGADE(call)->bucket_alloc;

    mh_bucket_home_note(list, BRIGADE(call)->p);
    return mh_object_shared(aTHX_ MH_BUCKET_ALLOC, list, mh_bucket_home(list));
}

static const mh_method_t brigade_methods[] = {
    /* The brigade stays in its pool, because its maker may go on with it. */
    MH_METHOD("destroy", "", brigade_cleanup, "destroy its buckets"),
    MH_METHOD("cleanup", "", brigade_cleanup, "destroy its buckets"),
    MH_METHOD("first", "", first, "its first bucket, or undef"),
    MH_METHOD("last", "", last, "its last bucket, or undef"),
    MH_METHOD("next", "*", next, "the bucket after that one, or undef"),
    MH_METHOD("prev", "*", previous, "the bucket before that one, or undef"),
    MH_METHOD("insert_head", "B", insert_head, "put a bucket in front"),
    MH_METHOD("insert_tail", "B", insert_tail, "put a bucket at the end"),
    MH_METHOD("concat", "G", concat, "move the buckets of another to the end"),
    MH_METHOD("split", "B", split,
              "move that bucket and those after it to a new brigade"),
    MH_METHOD("is_empty", "", is_empty, "true if it has no buckets"),
    MH_METHOD("length", "|i", brigade_length,
              "the number of bytes in all its buckets"),
    MH_METHOD_USAGE("flatten", "w|i", flatten, "$buf, [$wanted]",
                    "the data of its buckets"),
    MH_METHOD("pool", "", pool, "its memory pool"),
    MH_METHOD("bucket_alloc", "", bucket_alloc, "the allocator of its buckets"),
    MH_METHOD("new", ".PO", new_brigade, "an empty brigade in a pool"),
    MH_END,
};

const mh_api_t mh_api_brigade[] = {
    { "APR::Brigade", MH_BRIGADE, brigade_methods },
    MH_API_END,
};
