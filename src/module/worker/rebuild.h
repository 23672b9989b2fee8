/*
 * rebuild.h - conn_rec and request_rec of a request that httpd has read,
 * rebuilt in a worker.
 *
 * There is no socket behind the connection; its filters are stream.h's.
 */
#ifndef MEHARI_MODULE_WORKER_REBUILD_H
#define MEHARI_MODULE_WORKER_REBUILD_H

#include "module/common/mehari.h"
#include "module/worker/fields.h"

/* Once in a worker base: maps the numbers of this configuration's servers. */
void mh_rebuild_hosts(server_rec *s, apr_pool_t *pool);

/* The server of that number, or NULL behind the last. */
server_rec *mh_rebuild_host(int number);

/*
 * The request, in a pool of its own below parent; r->connection->pool frees all
 * of it. data must live as long. NULL: the message is malformed.
 */
request_rec *mh_rebuild(char *data, size_t size, apr_pool_t *parent,
                        bool *has_body);

/* The server facts of the request that is served. */
mh_server_facts_t *mh_rebuild_server_facts(void);

/* Makes the request's headers as httpd's input filters have left them. */
void mh_rebuild_filtered(request_rec *r);

#endif
