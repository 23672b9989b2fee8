/*
 * pool_config.h - the pools that the configuration defines, and the pool of a
 * directory.
 *
 * Filled while the parent reads the configuration, in pconf, and constant from
 * post_config on.
 */
#ifndef MEHARI_MODULE_GATEWAY_POOLS_POOL_CONFIG_H
#define MEHARI_MODULE_GATEWAY_POOLS_POOL_CONFIG_H

#include "module/gateway/pools/pool.h"

/* PerlUsePool: a name, and the pool once all have been read. */
typedef struct mh_pool_use_t {
    const char *name;
    const char *where;
    mh_pool_t *pool;
    bool inside; /* MH_POOL_NONE: handlers run in httpd */
} mh_pool_use_t;

#define MH_POOL_DEFAULT "default"
#define MH_POOL_NONE "none"

/* Empties the list, before the configuration is read. */
void mh_pools_reset(apr_pool_t *pconf);

/* mh_pool_t *, `default` first. */
const apr_array_header_t *mh_pools(void);
mh_pool_t *mh_pool_find(const char *name);
/* True if mod_cgi, by suexec and as root, would run scripts as users that
 * requests name. */
bool mh_pools_have_identities(void);
/*
 * The pool made for a SuexecUserGroup, else the first that PerlPool has given
 * to this user; or NULL.
 */
mh_pool_t *mh_pool_of_identity(uid_t uid, gid_t gid);

/*
 * Parent, when all has been read: settles users and groups, finds the pools
 * that PerlUsePool names, makes the pools of SuexecUserGroup. NULL, or an error
 * that names file and line.
 */
const char *mh_pools_settle(server_rec *s, apr_pool_t *pconf);

/* The directive PerlPool. */
const char *mh_pool_define(cmd_parms *cmd, void *dir, int argc,
                           char *const argv[]);
/* Stores a PerlUsePool; mh_pools_settle() finds the pool. */
mh_pool_use_t *mh_pool_use_new(cmd_parms *cmd, const char *name);

#endif
