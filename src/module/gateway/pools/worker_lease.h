/*
 * worker_lease.h - workers that stay with a process of httpd between requests.
 * Runs in httpd's children.
 *
 * The manager sees all requests of a lease as one: for it, the first request
 * goes on. Until another request waits for a worker, the worker and the process
 * use a socket of their own, without the manager. The manager recalls the
 * worker by a message; httpd's process then finds the socket closed.
 *
 * A process of httpd never has more requests under way than the pool has
 * workers: further requests wait here, and cost the manager nothing.
 */
#ifndef MEHARI_MODULE_GATEWAY_POOLS_WORKER_LEASE_H
#define MEHARI_MODULE_GATEWAY_POOLS_WORKER_LEASE_H

#include "module/gateway/pools/pool_connection.h"

typedef struct mh_worker_lease_t {
    struct mh_worker_lease_t *next;
    mh_pool_connection_t
        *connection; /* the connection of the request that opened it */
    uint32_t id;     /* id of the request that opened the lease */
    int requests;    /* socket to the worker */
    int out;         /* pipe of its records */
    int err;         /* its standard error */
} mh_worker_lease_t;

/* Makes the list of the pool, when a child of httpd begins. */
void mh_worker_lease_child(mh_pool_t *pool, apr_pool_t *pchild);
void mh_worker_lease_forked(const mh_pool_t *pool, void (*drop)(int fd));

/*
 * Takes one of the process's slots for a request. False: no slot became free in
 * the time that a request may wait, or the client has gone. *lease: an idle
 * worker, or NULL.
 * A request inside another one does not wait here: it might wait for the other.
 */
bool mh_worker_lease_take(mh_pool_t *pool, bool inside,
                          mh_client_watch_t *client, mh_worker_lease_t **lease);
/* Frees the slot; lease: its worker, to be kept; NULL: there is none. */
void mh_worker_lease_give(mh_pool_t *pool, const mh_worker_lease_t *lease);

#endif
