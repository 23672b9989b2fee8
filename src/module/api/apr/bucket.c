/*
 * bucket.c - APR::Bucket and APR::BucketType; see bucket.h.
 */
#include "module/api/core/method_table.h"
#include "module/api/apr/bucket.h"
#include "module/perl/turn.h"
#include "module/api/core/owner.h"
#include "shared/memory.h"

#define BUCKET(call) ((apr_bucket *)(call)->self)

/* The number of an object says whether its bucket is loose. */
enum { PLACED, LOOSE };

static void bucket_freed(void *ptr);

/* --- objects ---------------------------------------------------------- */

/* A freed bucket, and the list by which its object is found. */
typedef struct {
    apr_bucket *bucket;
    apr_bucket_alloc_t *list;
} freed_t;

static void forget_bucket(void *data)
{
    freed_t *freed = data;
    apr_pool_t *home = mh_bucket_home(freed->list);

    if (home != NULL)
        mh_object_gone(MH_BUCKET, freed->bucket, home, NULL);
    free(freed);
}

/*
 * The `free` function of a bucket and of its copies, with objects or without.
 * Any thread that writes to the client may free them.
 */
static void bucket_freed(void *ptr)
{
    apr_bucket *bucket = ptr;
    freed_t *freed = mh_grow(NULL, sizeof(*freed));

    freed->bucket = bucket;
    freed->list = bucket->list;
    mh_turn_postpone(forget_bucket, freed);
    apr_bucket_free(bucket);
}

static SV *object(pTHX_ apr_bucket *bucket, apr_pool_t *home)
{
    if (bucket->free != bucket_freed) {
        if (bucket->free != apr_bucket_free)
            croak("this bucket has memory of its own kind: Perl cannot use it");
        bucket->free = bucket_freed;
    }
    return mh_object_shared(aTHX_ MH_BUCKET, bucket, home);
}

SV *mh_bucket_object(pTHX_ apr_bucket *bucket, apr_bucket_brigade *bb)
{
    apr_pool_t *home;

    if (bucket == APR_BRIGADE_SENTINEL(bb))
        return &PL_sv_undef;
    home = mh_bucket_home(bucket->list);
    if (home == NULL) {
        mh_bucket_home_note(bucket->list, bb->p);
        home = bb->p;
    }
    return object(aTHX_ bucket, home);
}

/* The object for a new, loose bucket. */
static SV *bucket_new_object(pTHX_ apr_bucket *bucket, apr_pool_t *home)
{
    SV *sv = object(aTHX_ bucket, home);

    *mh_object_position(sv) = LOOSE;
    return sv;
}

/*
 * A bucket that was taken out keeps its links, because code may still ask for
 * the next one.
 */
static void loosen(SV *sv, apr_bucket *bucket)
{
    if (*mh_object_position(sv) == PLACED)
        APR_BUCKET_REMOVE(bucket);
    *mh_object_position(sv) = LOOSE;
}

apr_bucket *mh_bucket_take(SV *sv, apr_bucket *bucket)
{
    loosen(sv, bucket);
    *mh_object_position(sv) = PLACED;
    return bucket;
}

/* --- neighbours ------------------------------------------------------- */

bool mh_bucket_is_in(apr_bucket_brigade *bb, const apr_bucket *wanted)
{
    apr_bucket *bucket = APR_BRIGADE_FIRST(bb);

    while (bucket != APR_BRIGADE_SENTINEL(bb) && bucket != wanted)
        bucket = APR_BUCKET_NEXT(bucket);
    return bucket == wanted;
}

/*
 * The neighbour that the bucket had when it was removed. The pointer is only
 * compared until it is found in bb, because that bucket may be gone.
 */
static SV *neighbour(pTHX_ apr_bucket *wanted, apr_bucket_brigade *bb,
                     const char *call)
{
    if (!mh_bucket_is_in(bb, wanted)) {
        croak("%s: the bucket is not in this brigade, and neither is its "
              "neighbour; ask before you remove it",
              call);
    }
    return mh_bucket_object(aTHX_ wanted, bb);
}

SV *mh_bucket_next(pTHX_ SV *sv, apr_bucket_brigade *bb, const char *call)
{
    apr_bucket *bucket = mh_object_peek(aTHX_ sv, MH_BUCKET);

    if (bucket == NULL && mh_object_kind(sv) == MH_BUCKET &&
        SvIV_nomg(SvRV(sv)) != 0) {
        return neighbour(aTHX_ INT2PTR(apr_bucket *, SvIV_nomg(SvRV(sv))), bb,
                         call);
    }
    bucket = mh_object_ptr(aTHX_ sv, MH_BUCKET, call, 1);
    if (*mh_object_position(sv) == LOOSE)
        return neighbour(aTHX_ APR_BUCKET_NEXT(bucket), bb, call);
    return mh_bucket_object(aTHX_ APR_BUCKET_NEXT(bucket), bb);
}

SV *mh_bucket_previous(pTHX_ SV *sv, apr_bucket_brigade *bb, const char *call)
{
    apr_bucket *bucket = mh_object_ptr(aTHX_ sv, MH_BUCKET, call, 1);

    if (*mh_object_position(sv) == LOOSE)
        return neighbour(aTHX_ APR_BUCKET_PREV(bucket), bb, call);
    return mh_bucket_object(aTHX_ APR_BUCKET_PREV(bucket), bb);
}

/* --- making ----------------------------------------------------------- */

static apr_pool_t *home_of(pTHX_ mh_call_t *call, apr_bucket_alloc_t *list)
{
    apr_pool_t *home = mh_bucket_home(list);

    if (home == NULL) {
        home = mh_object_owner(call->arg[0], NULL);
        mh_bucket_home_note(list, home);
    }
    return home;
}

static SV *new_bucket(pTHX_ mh_call_t *call)
{
    apr_bucket_alloc_t *list = mh_arg_object(aTHX_ call, 0, MH_BUCKET_ALLOC);
    IV offset = mh_arg_int(aTHX_ call, 2, 0);
    IV wanted = mh_arg_int(aTHX_ call, 3, 0);
    SV *scalar = call->arg[1];
    STRLEN there;

    if (SvUTF8(scalar) || SvROK(scalar) || !SvOK(scalar)) {
        const char *bytes = SvOK(scalar) ? SvPV(scalar, there) : "";

        scalar = sv_2mortal(newSVpvn(bytes, SvOK(scalar) ? there : 0));
    }
    (void)SvPV_nomg(scalar, there);
    if (offset < 0 || (UV)offset > there) {
        mh_method_croak(aTHX_ call,
                        "the offset %" IVdf " is outside of the data", offset);
    }
    if (wanted < 0 || (UV)wanted > there - (UV)offset) {
        mh_method_croak(aTHX_ call, "the length argument can't be bigger than "
                                    "the total buffer length minus offset");
    }
    return bucket_new_object(aTHX_ mh_bucket_scalar(aTHX_ scalar, offset,
                                                    wanted ? (apr_size_t)wanted
                                                           : there - offset,
                                                    list),
                             home_of(aTHX_ call, list));
}

static SV *eos_create(pTHX_ mh_call_t *call)
{
    apr_bucket_alloc_t *list = mh_arg_object(aTHX_ call, 0, MH_BUCKET_ALLOC);

    return bucket_new_object(aTHX_ apr_bucket_eos_create(list),
                             home_of(aTHX_ call, list));
}

static SV *flush_create(pTHX_ mh_call_t *call)
{
    apr_bucket_alloc_t *list = mh_arg_object(aTHX_ call, 0, MH_BUCKET_ALLOC);

    return bucket_new_object(aTHX_ apr_bucket_flush_create(list),
                             home_of(aTHX_ call, list));
}

/* --- looking ---------------------------------------------------------- */

static SV *data(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ PTR2IV(BUCKET(call)->data));
}

static SV *bucket_length(pTHX_ mh_call_t *call)
{
    apr_size_t bytes = BUCKET(call)->length;

    return mh_int(aTHX_ bytes == (apr_size_t)-1 ? -1 : (IV)bytes);
}

static SV *start(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_(IV) BUCKET(call)->start);
}

static SV *type(pTHX_ mh_call_t *call)
{
    return mh_object(aTHX_ MH_BUCKET_TYPE, (void *)BUCKET(call)->type,
                     mh_bucket_home(BUCKET(call)->list));
}

static SV *type_name(pTHX_ mh_call_t *call)
{
    return mh_string(aTHX_((const apr_bucket_type_t *)call->self)->name);
}

static SV *is_eos(pTHX_ mh_call_t *call)
{
    return mh_bool(aTHX_ APR_BUCKET_IS_EOS(BUCKET(call)));
}

static SV *is_flush(pTHX_ mh_call_t *call)
{
    return mh_bool(aTHX_ APR_BUCKET_IS_FLUSH(BUCKET(call)));
}

static SV *read_bucket(pTHX_ mh_call_t *call)
{
    SV *variable = call->arg[0];
    IV block = mh_arg_int(aTHX_ call, 1, APR_BLOCK_READ);
    const char *bytes = "";
    apr_size_t count = 0;
    apr_status_t rc = apr_bucket_read(BUCKET(call), &bytes, &count,
                                      block == APR_BLOCK_READ
                                          ? APR_BLOCK_READ
                                          : APR_NONBLOCK_READ);

    if (rc != APR_SUCCESS && rc != APR_EOF)
        mh_croak_status(aTHX_ rc, "APR::Bucket::read");
    sv_setpvn(variable, count > 0 ? bytes : "", count);
    SvUTF8_off(variable); /* of what was in it before */
    SvSETMAGIC(variable);
    SvTAINTED_on(variable);
    return mh_int(aTHX_(IV) count);
}

/* --- changing --------------------------------------------------------- */

/* Perl may drop the pool, which would close the file while httpd reads it. */
static SV *bucket_set_aside(pTHX_ mh_call_t *call)
{
    apr_pool_t *pool = mh_arg_object(aTHX_ call, 0, MH_POOL);
    apr_status_t rc;

    if (mh_object_is_owned(call->arg[0]))
        pool = mh_bucket_home(BUCKET(call)->list);
    rc = apr_bucket_setaside(BUCKET(call), pool);
    if (rc != APR_SUCCESS && GIMME_V == G_VOID)
        mh_croak_status(aTHX_ rc, "APR::Bucket::setaside");
    return mh_int(aTHX_ rc);
}

/*
 * The other bucket of the call, removed from its place so that it can go beside
 * the invocant.
 */
static apr_bucket *other(pTHX_ mh_call_t *call)
{
    apr_bucket *bucket = mh_arg_object(aTHX_ call, 0, MH_BUCKET);

    if (bucket == BUCKET(call))
        mh_method_croak(aTHX_ call, "a bucket cannot be put beside itself");
    if (bucket->list != BUCKET(call)->list)
        mh_method_croak(aTHX_ call, "the buckets have different allocators");
    if (*mh_object_position(call->self_sv) == LOOSE)
        mh_method_croak(aTHX_ call, "the bucket is in no brigade");
    return mh_bucket_take(call->arg[0], bucket);
}

static SV *insert_after(pTHX_ mh_call_t *call)
{
    apr_bucket *bucket = other(aTHX_ call);

    APR_BUCKET_INSERT_AFTER(BUCKET(call), bucket);
    return NULL;
}

static SV *insert_before(pTHX_ mh_call_t *call)
{
    apr_bucket *bucket = other(aTHX_ call);

    APR_BUCKET_INSERT_BEFORE(BUCKET(call), bucket);
    return NULL;
}

static SV *remove_bucket(pTHX_ mh_call_t *call)
{
    loosen(call->self_sv, BUCKET(call));
    return NULL;
}

/*
 * Programs go through a brigade by `for (...; $b = $bb->next($b)) { $b->delete
 * }`. So the number of the dead object says where the next bucket was.
 */
static SV *bucket_destroy(pTHX_ mh_call_t *call)
{
    apr_bucket *bucket = BUCKET(call);
    apr_bucket *next = APR_BUCKET_NEXT(bucket);
    SV *scalar = SvRV(call->self_sv);

    loosen(call->self_sv, bucket);
    apr_bucket_destroy(bucket);
    sv_setiv(scalar, PTR2IV(next));
    return NULL;
}

void mh_bucket_let_go(void *ptr, int position)
{
    if (position == LOOSE)
        apr_bucket_destroy((apr_bucket *)ptr);
}

static const mh_method_t bucket_methods[] = {
    MH_METHOD("data", "", data, "the address of the bucket's data"),
    MH_METHOD("length", "", bucket_length,
              "the number of bytes in it; -1 if unknown"),
    MH_METHOD("start", "", start, "the offset of its data in memory or file"),
    MH_METHOD("type", "", type, "its type, an APR::BucketType"),
    MH_METHOD("is_eos", "", is_eos, "true for an EOS bucket"),
    MH_METHOD("is_flush", "", is_flush, "true for a flush bucket"),
    MH_METHOD("read", "w|i", read_bucket, "its data, into a variable"),
    MH_METHOD("setaside", "P", bucket_set_aside,
              "keep its data until a pool ends"),
    MH_METHOD("insert_after", "B", insert_after, "put another one after it"),
    MH_METHOD("insert_before", "B", insert_before, "put another one before it"),
    MH_METHOD("remove", "", remove_bucket, "remove it from its brigade"),
    MH_METHOD("destroy", "", bucket_destroy, "the same as delete"),
    MH_METHOD("delete", "", bucket_destroy,
              "remove it from its brigade and free it"),
    MH_METHOD("new", ".O*|ii", new_bucket,
              "a bucket with the data of a scalar"),
    MH_METHOD("eos_create", ":O", eos_create,
              "a new EOS bucket, which ends a stream"),
    MH_METHOD("flush_create", ":O", flush_create, "a new flush bucket"),
    MH_END,
};

static const mh_method_t type_methods[] = {
    MH_METHOD("name", "", type_name, "the name of the type"),
    MH_END,
};

const mh_api_t mh_api_bucket[] = {
    { "APR::Bucket", MH_BUCKET, bucket_methods },
    { "APR::BucketType", MH_BUCKET_TYPE, type_methods },
    MH_API_END,
};
