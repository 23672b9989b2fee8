/*
 * rebuild.h - conn_rec and request_rec of a request that another process has
 * read, made of what httpd said of it.
 *
 * There is no socket behind the connection; its filters are stream.h's.
 */
#ifndef MEHARI_WORKER_REBUILD_H
#define MEHARI_WORKER_REBUILD_H

#include "../mehari.h"
#include "worker/fields.h"

/* Once in a worker: the servers of this configuration by their numbers. */
void mh_rebuild_hosts(server_rec *s, apr_pool_t *pool);

/*
 * The request, in a pool of its own below parent; r->connection->pool goes with
 * all of it. data must live as long. NULL: it made no sense.
 */
request_rec *mh_rebuild(char *data, size_t size, apr_pool_t *parent,
                        bool *has_body);

/* What was said of the request that is served. */
mh_facts_t *mh_rebuild_facts(void);

#endif
