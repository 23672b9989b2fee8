/*
 * bucket.h - buckets and brigades as Perl sees them.
 *
 * The last holder of a bucket frees it: Perl, a brigade, a filter of httpd's,
 * or the end of the connection. In each case the bucket's object learns of the
 * end. While Perl may have an object, the bucket's `free` function is ours. The
 * pool of its allocator (its *home*) tells when all buckets go. So code that
 * uses a bucket after its end gets an error and does not crash.
 *
 * A bucket that Perl has made or removed and put nowhere is *loose*: it is
 * destroyed with its last object.
 */
#ifndef MEHARI_MODULE_API_APR_BUCKET_H
#define MEHARI_MODULE_API_APR_BUCKET_H

#include "module/api/core/object.h"

#include "apr_buckets.h"

/* Makes that pool the allocator's home until the pool goes. */
void mh_bucket_home_note(apr_bucket_alloc_t *list, apr_pool_t *pool);

/* The pool will go: no allocator has its home there any more. */
void mh_bucket_homes_end(apr_pool_t *pool);

/* The home, or NULL when it is not known. */
apr_pool_t *mh_bucket_home(apr_bucket_alloc_t *list);

/* True if the bucket is in the brigade; only its address is looked at. */
bool mh_bucket_is_in(apr_bucket_brigade *bb, const apr_bucket *wanted);

/*
 * True if buckets of the allocator can be in a brigade of the pool: they must
 * not go before the brigade.
 */
bool mh_bucket_fits(apr_bucket_alloc_t *list, apr_bucket_brigade *bb);

/* The object for a bucket of bb; undef for the sentinel of bb. */
SV *mh_bucket_object(pTHX_ apr_bucket *bucket, apr_bucket_brigade *bb);

/*
 * Removes the bucket behind sv from its place, so that the caller can insert it
 * elsewhere.
 */
apr_bucket *mh_bucket_take(SV *sv, apr_bucket *bucket);

/*
 * The bucket after (or before) that of sv in bb, even if sv's has been removed
 * or deleted meanwhile. Croaks if that bucket is not in bb.
 */
SV *mh_bucket_next(pTHX_ SV *sv, apr_bucket_brigade *bb, const char *call);
SV *mh_bucket_previous(pTHX_ SV *sv, apr_bucket_brigade *bb, const char *call);

/* The last object of a bucket has gone; position: its mh_object_position(). */
void mh_bucket_let_go(void *ptr, int position);
void mh_brigade_let_go(void *ptr, int position);

/* A bucket whose data is a part of a Perl scalar (bucket_scalar.c). */
apr_bucket *mh_bucket_scalar(pTHX_ SV *scalar, apr_off_t offset,
                             apr_size_t length, apr_bucket_alloc_t *list);

#endif
