/*
 * config.h - the pools that the configuration defines, and the pool of a
 * directory.
 *
 * Filled while the parent reads the configuration, in pconf, and constant from
 * post_config on, but for the state that connection.c and manager_process.c
 * keep in a pool.
 */
#ifndef MEHARI_MODULE_GATEWAY_POOLS_CONFIG_H
#define MEHARI_MODULE_GATEWAY_POOLS_CONFIG_H

#include "module/common/httpd_headers.h"
#include "shared/pool_settings.h"

struct mh_manager_process_t;
struct mh_connections_t;
struct mh_leases_t;

/* One pool. Numbers are from the keys of PerlPool, or the defaults. */
typedef struct mh_pool_t {
    const char *name;
    const char *where; /* " (file:line)", or "" */
    const char *user;  /* login name; NULL: a number, or httpd's own */
    mh_pool_numbers_t numbers;
    bool user_set;
    bool group_set;
    bool check_owner;            /* suEXEC's checks of a script */
    apr_array_header_t *groups;  /* uint64_t: supplementary; NULL: the user's */
    apr_array_header_t *environ; /* char *: NAME=value */
    apr_array_header_t *preload; /* char *: modules, files */
    bool profile_all;            /* profile=on */
    const char *profile;         /* the folder of its profiles; NULL: none */
    struct mh_pool_t *profiled;  /* the same pool, with a profiler; NULL */
    struct mh_manager_process_t *manager; /* manager_process.c */
    struct mh_connections_t *connections; /* connection.c, in a child */
    struct mh_leases_t *leases;           /* lease.c, in a child */
} mh_pool_t;

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
