/*
 * lease.h - workers that stay with a process of httpd between requests.
 *
 * For the manager the first request goes on: as long as nobody else waits for
 * a worker, the worker and the process talk to each other by a socket of their
 * own, and the manager has nothing to do. It takes the worker back by telling
 * it so; the process then finds its socket closed.
 *
 * A process of httpd never has more requests under way than the pool has
 * workers: the others wait here, without troubling the manager.
 */
#ifndef MEHARI_GATEWAY_LEASE_H
#define MEHARI_GATEWAY_LEASE_H

#include "gateway/connection.h"

typedef struct mh_lease_t {
    struct mh_lease_t *next;
    mh_connection_t *connection; /* its request is the first one, for ever */
    uint32_t id;                 /* of that one */
    int requests;                /* socket to the worker */
    int out;                     /* its records */
    int err;                     /* its standard error */
} mh_lease_t;

/* A child of httpd begins. */
void mh_leases_child(apr_pool_t *pchild);
void mh_leases_forked(void (*drop)(int fd));

/*
 * Room for one more request. False: there was none for as long as it may wait,
 * or its client has gone.
 * *lease: an idle worker, or NULL. One that is made inside another does not
 * wait here: the other may be what it would wait for.
 */
bool mh_lease_take(mh_pool_t *pool, bool inside, mh_client_watch_t *client,
                   mh_lease_t **lease);
/* The request is over; lease: its worker, to be kept; NULL: there is none. */
void mh_lease_give(mh_pool_t *pool, const mh_lease_t *lease);
/* Its worker has been taken back, or has died. */
void mh_lease_end(mh_lease_t *lease);

#endif
