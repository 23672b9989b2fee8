/*
 * pool_keys.h - the keys of PerlPool: one table of names, units and defaults.
 */
#ifndef MEHARI_GATEWAY_POOL_KEYS_H
#define MEHARI_GATEWAY_POOL_KEYS_H

#include "gateway/pool_config.h"

/* What a pool is when no key says otherwise. */
void mh_pool_defaults(mh_pool_t *pool);

/* One word KEY=VALUE. NULL, or what is wrong with it and what to write. */
const char *mh_pool_set_key(mh_pool_t *pool, const char *word, apr_pool_t *p);

#endif
