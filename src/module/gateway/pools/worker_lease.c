/*
 * worker_lease.c - see worker_lease.h.
 */
#include "module/gateway/pools/worker_lease.h"

#include <stdlib.h>
#include <unistd.h>

#include "apr_thread_cond.h"
#include "apr_thread_mutex.h"

typedef struct mh_worker_leases_t {
    apr_thread_mutex_t *mutex;
    apr_thread_cond_t *given;
    mh_worker_lease_t *idle;
    unsigned taken;   /* requests under way */
    unsigned waiting; /* threads */
} mh_worker_leases_t;

void mh_worker_lease_child(mh_pool_t *pool, apr_pool_t *pchild)
{
    pool->leases = apr_pcalloc(pchild, sizeof(*pool->leases));
    apr_thread_mutex_create(&pool->leases->mutex, APR_THREAD_MUTEX_DEFAULT,
                            pchild);
    apr_thread_cond_create(&pool->leases->given, pchild);
}

void mh_worker_lease_forked(const mh_pool_t *pool, void (*drop)(int fd))
{
    mh_worker_lease_t *at = pool->leases ? pool->leases->idle : NULL;

    for (; at; at = at->next) {
        drop(at->connection->fd);
        drop(at->requests);
    }
}

/* A year, in seconds: the patience of a pool whose requests have no limit. */
#define FOR_EVER (365 * 24 * 3600)

static apr_interval_time_t patience(const mh_pool_t *pool)
{
    uint64_t seconds = pool->numbers.request_timeout;

    return apr_time_from_sec(seconds ? (apr_int64_t)seconds : FOR_EVER);
}

/* Call it with the mutex held. */
static bool wait_for_lease(mh_pool_t *pool, mh_worker_leases_t *leases,
                           mh_client_watch_t *client)
{
    apr_time_t end = apr_time_now() + patience(pool);

    if (leases->waiting >= pool->numbers.queue)
        return leases->taken < pool->numbers.workers;
    leases->waiting++;
    while (leases->taken >= pool->numbers.workers && apr_time_now() < end &&
           !mh_client_gone(client))
        apr_thread_cond_timedwait(leases->given, leases->mutex,
                                  apr_time_from_msec(MH_CLIENT_PAUSE));
    leases->waiting--;
    return leases->taken < pool->numbers.workers;
}

bool mh_worker_lease_take(mh_pool_t *pool, bool inside,
                          mh_client_watch_t *client, mh_worker_lease_t **lease)
{
    mh_worker_leases_t *leases = pool->leases;
    bool room = true;

    apr_thread_mutex_lock(leases->mutex);
    if (!inside && leases->taken >= pool->numbers.workers)
        room = wait_for_lease(pool, leases, client);
    *lease = room ? leases->idle : NULL;
    if (*lease)
        leases->idle = (*lease)->next;
    if (room)
        leases->taken++;
    apr_thread_mutex_unlock(leases->mutex);
    return room;
}

void mh_worker_lease_give(mh_pool_t *pool, const mh_worker_lease_t *lease)
{
    mh_worker_leases_t *leases = pool->leases;
    mh_worker_lease_t *kept = lease ? malloc(sizeof(*kept)) : NULL;

    if (kept)
        *kept = *lease;
    apr_thread_mutex_lock(leases->mutex);
    leases->taken--;
    if (kept) {
        kept->next = leases->idle;
        leases->idle = kept;
    }
    if (leases->waiting)
        apr_thread_cond_signal(leases->given);
    apr_thread_mutex_unlock(leases->mutex);
}
