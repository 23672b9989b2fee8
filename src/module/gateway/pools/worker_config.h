/*
 * worker_config.h - the configuration file of workers: all lines about Perl and
 * about servers, outside of directories.
 *
 * httpd's parent makes the file from httpd's structures, not from the text of
 * httpd's files. It is the same for all pools, except for the folder of
 * profiles (NULL: no profiles). The configuration of a directory goes with each
 * request instead (src/module/worker/dir_context.h).
 */
#ifndef MEHARI_MODULE_GATEWAY_POOLS_WORKER_CONFIG_H
#define MEHARI_MODULE_GATEWAY_POOLS_WORKER_CONFIG_H

#include "module/common/httpd_headers.h"

/* The path of the httpd that runs, or NULL. */
const char *mh_gateway_worker_config_program(apr_pool_t *p);

/* A sealed memory file; -1 and errno: it cannot be made. */
int mh_gateway_worker_config_write(server_rec *s, const char *profile,
                                   apr_pool_t *p);

/* The number of a server in that configuration. */
int mh_gateway_worker_config_host(const server_rec *s);

#endif
