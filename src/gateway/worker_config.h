/*
 * worker_config.h - the configuration of workers: what the real one says about
 * Perl and about servers, outside of directories.
 *
 * Made from the structures of httpd, not from the text of its files, by the
 * parent; the same for all pools, but for the folder of profiles, NULL where
 * none are made. What it says of a directory goes with each
 * request instead (src/worker/place.h).
 */
#ifndef MEHARI_GATEWAY_WORKER_CONFIG_H
#define MEHARI_GATEWAY_WORKER_CONFIG_H

#include "gateway/gateway.h"

/* The program that this is, or NULL. */
const char *mh_worker_program(apr_pool_t *p);

/* A sealed memory file; -1 and errno: there is none. */
int mh_worker_config_file(server_rec *s, const char *profile, apr_pool_t *p);

/* The number of a server in it. */
int mh_worker_host(const server_rec *s);

#endif
