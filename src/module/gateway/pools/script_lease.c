/*
 * script_lease.c - see script_lease.h.
 */
#include "module/gateway/pools/script_lease.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apr_thread_mutex.h"

#include "module/gateway/pools/manager_process.h"

/* The manager ends a lease after twice this time. */
#define LONGEST apr_time_from_msec(500)

typedef struct mh_script_leases_t {
    apr_thread_mutex_t *mutex;
    mh_script_lease_t *idle;
} mh_script_leases_t;

/*
 * poll() tells each reader of this file once that something was mounted or
 * unmounted: then the number changes. The mutex is for both.
 */
static struct {
    apr_thread_mutex_t *mutex;
    int fd;
    unsigned state;
} mounts = { .fd = -1 };

void mh_script_lease_mounted(apr_pool_t *pchild)
{
    apr_thread_mutex_create(&mounts.mutex, APR_THREAD_MUTEX_DEFAULT, pchild);
    mounts.fd = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
}

void mh_script_lease_child(mh_pool_t *pool, apr_pool_t *pchild)
{
    pool->script_leases = apr_pcalloc(pchild, sizeof(*pool->script_leases));
    apr_thread_mutex_create(&pool->script_leases->mutex,
                            APR_THREAD_MUTEX_DEFAULT, pchild);
}

void mh_script_lease_forked(const mh_pool_t *pool, void (*drop)(int fd))
{
    const mh_script_lease_t *at = pool->script_leases
                                      ? pool->script_leases->idle
                                      : NULL;

    for (; at; at = at->next) {
        drop(at->connection->fd);
        drop(at->channel);
        drop(at->notices);
    }
}

/*
 * True if the descriptor has nothing to read. *state counts the changes of the
 * mounts.
 */
static bool is_quiet(int notices, unsigned *state)
{
    struct pollfd events[] = {
        { .fd = notices, .events = POLLIN },
        { .fd = mounts.fd, .events = POLLPRI },
    };

    apr_thread_mutex_lock(mounts.mutex);
    if (poll(events, 2, 0) > 0 && events[1].revents)
        mounts.state++;
    *state = mounts.state;
    apr_thread_mutex_unlock(mounts.mutex);
    return !events[0].revents;
}

unsigned mh_script_lease_mounts(void)
{
    unsigned state;

    is_quiet(-1, &state);
    return state;
}

mh_script_lease_t *mh_script_lease_make(const mh_lease_key_t *key,
                                        mh_channel_packet_t *packet,
                                        unsigned mounted)
{
    mh_script_lease_t *lease;

    if (!key->data || packet->fd_count != 2 || mounts.fd < 0)
        return NULL;
    lease = malloc(sizeof(*lease) + key->size);
    if (!lease)
        return NULL;
    *lease = (mh_script_lease_t){
        .channel = packet->fds[0],
        .notices = packet->fds[1],
        .mounted = mounted,
        .left = MH_LEASE_MOST,
        .until = apr_time_now() + LONGEST,
        .key_size = key->size,
    };
    memcpy(lease->key, key->data, key->size);
    packet->fd_count = 0;
    return lease;
}

static bool has_key(const mh_script_lease_t *lease, const mh_lease_key_t *key)
{
    return lease->key_size == key->size &&
           !memcmp(lease->key, key->data, key->size);
}

static mh_script_lease_t *unlink_lease(mh_script_lease_t **at)
{
    mh_script_lease_t *lease = *at;

    *at = lease->next;
    return lease;
}

static void drop_all(mh_script_lease_t *lease)
{
    while (lease) {
        mh_script_lease_t *next = lease->next;

        mh_script_lease_drop(lease);
        lease = next;
    }
}

/*
 * An idle lease may never be used again, because its script has changed or has
 * few requests. So its descriptors must be closed. The manager has already
 * ended leases of that age.
 */
static mh_script_lease_t *take_idle_lease(mh_script_leases_t *leases,
                                          const mh_lease_key_t *key)
{
    apr_time_t old = apr_time_now() - LONGEST;
    mh_script_lease_t **at = &leases->idle;
    mh_script_lease_t *found = NULL;
    mh_script_lease_t *ended = NULL;

    apr_thread_mutex_lock(leases->mutex);
    while (*at) {
        if (!found && has_key(*at, key)) {
            found = unlink_lease(at);
        } else if ((*at)->until < old) {
            mh_script_lease_t *lease = unlink_lease(at);

            lease->next = ended;
            ended = lease;
        } else {
            at = &(*at)->next;
        }
    }
    apr_thread_mutex_unlock(leases->mutex);
    drop_all(ended);
    return found;
}

/* Looks before the request is sent: what changes later is too late for it. */
static bool is_good(const mh_pool_t *pool, const mh_script_lease_t *lease)
{
    unsigned state;

    return lease->connection->deaths == mh_manager_process_deaths(pool) &&
           is_quiet(lease->notices, &state) && state == lease->mounted;
}

mh_script_lease_t *mh_script_lease_take(mh_pool_t *pool,
                                        const mh_lease_key_t *key)
{
    mh_script_lease_t *lease;

    if (!key->data)
        return NULL;
    while ((lease = take_idle_lease(pool->script_leases, key)) &&
           !is_good(pool, lease))
        mh_script_lease_drop(lease);
    return lease;
}

bool mh_script_lease_use(mh_script_lease_t *lease)
{
    lease->left--;
    return !lease->left || apr_time_now() >= lease->until;
}

void mh_script_lease_give(mh_pool_t *pool, mh_script_lease_t *lease,
                          mh_pool_connection_t *connection)
{
    mh_script_leases_t *leases = pool->script_leases;

    connection->fresh = false;
    lease->connection = connection;
    apr_thread_mutex_lock(leases->mutex);
    lease->next = leases->idle;
    leases->idle = lease;
    apr_thread_mutex_unlock(leases->mutex);
}

void mh_script_lease_drop(mh_script_lease_t *lease)
{
    if (lease->connection)
        mh_pool_connection_close(lease->connection);
    close(lease->channel);
    close(lease->notices);
    free(lease);
}
