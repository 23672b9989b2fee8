/*
 * pool_keys.h - the keys of PerlPool: one table of names, units and defaults.
 * Runs in httpd's parent.
 */
#ifndef MEHARI_MODULE_GATEWAY_POOLS_POOL_KEYS_H
#define MEHARI_MODULE_GATEWAY_POOLS_POOL_KEYS_H

#include "module/gateway/pools/pool.h"

/* Sets the values of a pool without keys. */
void mh_pool_defaults(mh_pool_t *pool);

/* Reads one word KEY=VALUE. NULL, or the error and what to write. */
const char *mh_pool_set_key(mh_pool_t *pool, const char *word, apr_pool_t *p);

#endif
