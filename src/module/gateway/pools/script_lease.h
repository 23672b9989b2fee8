/*
 * script_lease.h - templates that take requests of one script from this process
 * of httpd, without the manager. Runs in httpd's children.
 *
 * The manager gives a *script lease* with a request's answer
 * (pool/manager/perl/template_lease.h): the sending end of a template's
 * channel, and the descriptor that is readable when a file has changed. Any
 * thread may use an idle lease, for one request at a time, if the request has
 * the lease's key (lease_key.h).
 *
 * The manager can end a lease at any time: then nothing can be sent, and the
 * request goes to the manager. A lease is also dropped when a file has changed,
 * or something was mounted; its connection is closed, which tells the manager.
 */
#ifndef MEHARI_MODULE_GATEWAY_POOLS_SCRIPT_LEASE_H
#define MEHARI_MODULE_GATEWAY_POOLS_SCRIPT_LEASE_H

#include "module/gateway/pools/pool_connection.h"
#include "shared/wire/channel.h"

typedef struct mh_lease_key_t {
    const void *data; /* NULL: the request can have no lease */
    size_t size;
} mh_lease_key_t;

typedef struct mh_script_lease_t {
    struct mh_script_lease_t *next;
    mh_pool_connection_t *connection; /* NULL while a request uses it */
    int channel;                      /* to the template */
    int notices;                      /* readable: a file has changed */
    unsigned left;                    /* requests */
    unsigned mounted;                 /* mh_script_lease_mounts() */
    apr_time_t until;                 /* a request after that is the lease's
                                       * last */
    size_t key_size;
    char key[];
} mh_script_lease_t;

/* Begins to watch the mounts, when a child of httpd begins. */
void mh_script_lease_mounted(apr_pool_t *pchild);
/* Makes the list of the pool, when a child of httpd begins. */
void mh_script_lease_child(mh_pool_t *pool, apr_pool_t *pchild);
void mh_script_lease_forked(const mh_pool_t *pool, void (*drop)(int fd));

/* The state of the mounts: another number when one comes or goes. */
unsigned mh_script_lease_mounts(void);
/*
 * Makes a lease of the message LEASE, and takes its descriptors. NULL: the
 * lease is no use. mounted: the state of the mounts before the lease's first
 * request was sent, because the manager may have looked at any time since.
 */
mh_script_lease_t *mh_script_lease_make(const mh_lease_key_t *key,
                                        mh_channel_packet_t *packet,
                                        unsigned mounted);
/* Takes an idle lease for such a request; NULL: there is none. */
mh_script_lease_t *mh_script_lease_take(mh_pool_t *pool,
                                        const mh_lease_key_t *key);
/* Counts a request. True: it is the last one. */
bool mh_script_lease_use(mh_script_lease_t *lease);
/* Gives it back for other requests, with its connection. */
void mh_script_lease_give(mh_pool_t *pool, mh_script_lease_t *lease,
                          mh_pool_connection_t *connection);
/* Ends the lease, and closes its connection if it has one. */
void mh_script_lease_drop(mh_script_lease_t *lease);

#endif
