/*
 * pool_connection.h - the sockets between a child of httpd and the managers.
 *
 * A connection carries one request at a time. Idle ones are in a list of their
 * pool, from which any thread may take one. A connection with a protocol error
 * is closed and never used again; its end tells the manager to end the
 * connection's job.
 */
#ifndef MEHARI_MODULE_GATEWAY_POOLS_POOL_CONNECTION_H
#define MEHARI_MODULE_GATEWAY_POOLS_POOL_CONNECTION_H

#include "module/gateway/client/client_watch.h"
#include "module/gateway/pools/pool_config.h"

typedef struct mh_pool_connection_t {
    int fd;
    bool fresh;      /* it has carried no request yet */
    unsigned deaths; /* of managers, before it was made */
    mh_pool_t *pool;
    struct mh_pool_connection_t *next;
} mh_pool_connection_t;

/* Makes the list of the pool, when a child of httpd begins. */
void mh_connections_child(mh_pool_t *pool, apr_pool_t *pchild);
void mh_connections_forked(const mh_pool_t *pool, void (*drop)(int fd));

/* The time until which a request that begins now waits for a manager. */
apr_time_t mh_pool_connection_patience(const mh_pool_t *pool);

/*
 * Takes an idle connection, or makes one. The manager need not run for that,
 * because the new connection waits in the dispatch. NULL and errno; EAGAIN: the
 * dispatch was full for as long as a start may take, or the client has gone.
 * client may be NULL.
 */
mh_pool_connection_t *mh_pool_connection_take(mh_pool_t *pool,
                                              mh_client_watch_t *client);
/* Makes a new connection in any case. */
mh_pool_connection_t *mh_pool_connection_new(mh_pool_t *pool,
                                             mh_client_watch_t *client);

/* Returns a connection whose request is over for both sides. */
void mh_pool_connection_give(mh_pool_connection_t *connection);
void mh_pool_connection_close(mh_pool_connection_t *connection);

#endif
