/*
 * pool_connection.c - see pool_connection.h.
 */
#include "module/gateway/pools/pool_connection.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "apr_thread_mutex.h"

#include "module/gateway/pools/manager_process.h"
#include "shared/wire/channel.h"

/* Seconds to wait for a manager whose start has no time limit. */
#define LONGEST_START 300

typedef struct mh_connections_t {
    apr_thread_mutex_t *mutex;
    mh_pool_connection_t *idle;
} mh_connections_t;

void mh_connections_child(mh_pool_t *pool, apr_pool_t *pchild)
{
    pool->connections = apr_pcalloc(pchild, sizeof(*pool->connections));
    apr_thread_mutex_create(&pool->connections->mutex, APR_THREAD_MUTEX_DEFAULT,
                            pchild);
}

void mh_connections_forked(const mh_pool_t *pool, void (*drop)(int fd))
{
    mh_pool_connection_t *at = pool->connections ? pool->connections->idle
                                                 : NULL;

    for (; at; at = at->next)
        drop(at->fd);
}

static mh_pool_connection_t *take_idle(mh_connections_t *connections)
{
    mh_pool_connection_t *connection;

    apr_thread_mutex_lock(connections->mutex);
    connection = connections->idle;
    if (connection)
        connections->idle = connection->next;
    apr_thread_mutex_unlock(connections->mutex);
    return connection;
}

mh_pool_connection_t *mh_pool_connection_take(mh_pool_t *pool,
                                              mh_client_watch_t *client)
{
    mh_pool_connection_t *connection;

    /* The other end may be that of a manager that was replaced. */
    while ((connection = take_idle(pool->connections)) &&
           connection->deaths != mh_manager_process_deaths(pool))
        mh_pool_connection_close(connection);
    return connection ? connection : mh_pool_connection_new(pool, client);
}

apr_time_t mh_pool_connection_patience(const mh_pool_t *pool)
{
    uint64_t seconds = pool->numbers.start_timeout;

    return apr_time_now() +
           apr_time_from_sec(seconds ? (apr_int64_t)seconds : LONGEST_START);
}

/* False: the dispatch socket was full for too long, or the client has gone. */
static bool wait_for_room(const mh_pool_t *pool, apr_time_t end,
                          mh_client_watch_t *client)
{
    struct pollfd room = { .fd = mh_manager_process_dispatch(pool),
                           .events = POLLOUT };
    int ready = 0;

    while (!ready && apr_time_now() < end && !mh_client_gone(client) &&
           mh_manager_process_expected(pool, end))
        ready = poll(&room, 1, MH_CLIENT_PAUSE);
    return ready > 0;
}

/* Sends the manager its end of a connection. An errno. */
static int introduce(const mh_pool_t *pool, int theirs,
                     mh_client_watch_t *client)
{
    apr_time_t end = mh_pool_connection_patience(pool);
    int dispatch = mh_manager_process_dispatch(pool);
    char message[64];
    mh_wire_writer_t writer;
    size_t size;
    int error;

    mh_wire_begin(&writer, message, sizeof(message), MH_WIRE_POOL, 0);
    size = mh_wire_end(&writer);
    error = mh_channel_send(dispatch, message, size, &theirs, 1, MSG_DONTWAIT);
    while (error == EAGAIN || error == ETOOMANYREFS) {
        if (!wait_for_room(pool, end, client))
            return EAGAIN;
        error = mh_channel_send(dispatch, message, size, &theirs, 1,
                                MSG_DONTWAIT);
    }
    return error;
}

mh_pool_connection_t *mh_pool_connection_new(mh_pool_t *pool,
                                             mh_client_watch_t *client)
{
    mh_pool_connection_t *connection = calloc(1, sizeof(*connection));
    int ends[2];
    int error = connection ? mh_channel_pair(ends) : ENOMEM;

    if (!error) {
        connection->deaths = mh_manager_process_deaths(pool);
        error = introduce(pool, ends[1], client);
        close(ends[1]);
        if (error)
            close(ends[0]);
    }
    if (error) {
        free(connection);
        errno = error;
        return NULL;
    }
    connection->fd = ends[0];
    connection->fresh = true;
    connection->pool = pool;
    return connection;
}

void mh_pool_connection_give(mh_pool_connection_t *connection)
{
    mh_connections_t *connections = connection->pool->connections;

    connection->fresh = false;
    apr_thread_mutex_lock(connections->mutex);
    connection->next = connections->idle;
    connections->idle = connection;
    apr_thread_mutex_unlock(connections->mutex);
}

void mh_pool_connection_close(mh_pool_connection_t *connection)
{
    close(connection->fd);
    free(connection);
}
