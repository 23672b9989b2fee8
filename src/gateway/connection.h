/*
 * connection.h - the sockets between a child of httpd and the managers.
 *
 * A connection carries one request at a time. Those that are idle wait in a
 * list of their pool, from which any thread may take one. One on which
 * anything irregular has happened is closed and never used again; closing it
 * tells the manager to end what it runs for it.
 */
#ifndef MEHARI_GATEWAY_CONNECTION_H
#define MEHARI_GATEWAY_CONNECTION_H

#include "gateway/client_watch.h"
#include "gateway/pool_config.h"

typedef struct mh_connection_t {
    int fd;
    bool fresh; /* it has carried no request yet */
    mh_pool_t *pool;
    struct mh_connection_t *next;
} mh_connection_t;

/* A child of httpd begins. */
void mh_connections_child(apr_pool_t *pchild);
void mh_connections_forked(void (*drop)(int fd));

/*
 * An idle one, or a new one, for which the manager need not be there: it waits
 * in the dispatch. NULL and errno; EAGAIN: the dispatch was full for as long as
 * a start may take, or client, which may be NULL, has gone.
 */
mh_connection_t *mh_connection_take(mh_pool_t *pool, mh_client_watch_t *client);
/* A new one in any case. */
mh_connection_t *mh_connection_new(mh_pool_t *pool, mh_client_watch_t *client);

/* Its request is over, and both sides agree on that. */
void mh_connection_give(mh_connection_t *connection);
void mh_connection_close(mh_connection_t *connection);

#endif
