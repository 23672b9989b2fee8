/*
 * bucket_alloc.c - APR::BucketAlloc, and the pool with which an allocator ends.
 */
#include "module/api/apr/bucket.h"
#include "module/api/core/method_table.h"
#include "module/perl/turn.h"
#include "module/api/core/owner.h"

typedef struct home {
    apr_bucket_alloc_t *list;
    apr_pool_t *pool;
    struct home *next;
} home_t;

/*
 * Allocators: as a rule one for each connection that is open in this process.
 */
static home_t *homes;

static apr_status_t home_goes(void *data);

static home_t *find(apr_bucket_alloc_t *list)
{
    home_t *home = homes;

    while (home != NULL && home->list != list)
        home = home->next;
    return home;
}

void mh_bucket_home_note(apr_bucket_alloc_t *list, apr_pool_t *pool)
{
    home_t *home;

    if (find(list) != NULL)
        return;
    home = apr_palloc(pool, sizeof *home);
    home->list = list;
    home->pool = pool;
    home->next = homes;
    homes = home;
    apr_pool_cleanup_register(pool, home, home_goes, apr_pool_cleanup_null);
}

apr_pool_t *mh_bucket_home(apr_bucket_alloc_t *list)
{
    home_t *home = find(list);

    return home == NULL ? NULL : home->pool;
}

bool mh_bucket_fits(apr_bucket_alloc_t *list, apr_bucket_brigade *bb)
{
    apr_pool_t *home = mh_bucket_home(list);

    return list == bb->bucket_alloc ||
           (home != NULL && apr_pool_is_ancestor(home, bb->p));
}

/* Under prefork the allocator goes on with the next connection. */
static apr_status_t home_goes(void *data)
{
    home_t **link = &homes;
    home_t *home = data;

    mh_turn_take(MH_TURN_EVER);
    while (*link != NULL && *link != home)
        link = &(*link)->next;
    if (*link != NULL)
        *link = home->next;
    mh_object_gone(MH_BUCKET, NULL, home->pool, mh_bucket_let_go);
    mh_object_gone(MH_BUCKET_ALLOC, home->list, home->pool, NULL);
    mh_turn_leave();
    return APR_SUCCESS;
}

void mh_bucket_homes_end(apr_pool_t *pool)
{
    home_t *home = homes;

    while (home != NULL) {
        home_t *next = home->next;

        if (home->pool == pool)
            apr_pool_cleanup_run(pool, home, home_goes);
        home = next;
    }
}

/* The allocator has a pool of its own, so that destroy() can destroy it. */
static SV *new_alloc(pTHX_ mh_call_t *call)
{
    apr_pool_t *pool = NULL;
    apr_bucket_alloc_t *list;
    apr_status_t rc = apr_pool_create(&pool,
                                      mh_arg_object(aTHX_ call, 0, MH_POOL));
    SV *object;

    mh_check_status(aTHX_ rc, "APR::BucketAlloc::new");
    list = apr_bucket_alloc_create(pool);
    mh_bucket_home_note(list, pool);
    object = mh_object_shared(aTHX_ MH_BUCKET_ALLOC, list, pool);
    *mh_object_position(object) = 1;
    mh_object_depends(aTHX_ object, call->arg[0]);
    return object;
}

static SV *bucket_alloc_destroy(pTHX_ mh_call_t *call)
{
    if (*mh_object_position(call->self_sv) != 1) {
        mh_method_croak(aTHX_ call,
                        "this allocator is httpd's: it goes with the "
                        "connection");
    }
    apr_pool_destroy(mh_bucket_home(call->self));
    return NULL;
}

static const mh_method_t bucket_alloc_methods[] = {
    MH_METHOD("destroy", "", bucket_alloc_destroy,
              "destroy an allocator that Perl created"),
    MH_METHOD("new", ".P", new_alloc, "an allocator for buckets in a pool"),
    MH_END,
};

const mh_api_t mh_api_bucket_alloc[] = {
    { "APR::BucketAlloc", MH_BUCKET_ALLOC, bucket_alloc_methods },
    MH_API_END,
};
