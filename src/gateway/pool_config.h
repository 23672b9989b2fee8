/*
 * pool_config.h - the pools that the configuration defines, and which of them
 * a place uses.
 *
 * Filled while the parent reads the configuration, in pconf, and constant from
 * post_config on, but for what connection.c and manager_process.c keep in a
 * pool.
 */
#ifndef MEHARI_GATEWAY_POOL_CONFIG_H
#define MEHARI_GATEWAY_POOL_CONFIG_H

#include "gateway/gateway.h"
#include "pool/definition.h"

struct mh_manager_t;
struct mh_connections_t;
struct mh_leases_t;

/* One pool. Numbers are what the keys of PerlPool say, or the defaults. */
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
    const char *profile;        /* the folder of its profiles; NULL: has none */
    struct mh_pool_t *profiled; /* the same pool, with a profiler in it */
    struct mh_manager_t *manager;         /* manager_process.c */
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

/* The configuration is about to be read. */
void mh_pools_reset(apr_pool_t *pconf);

/* mh_pool_t *, `default` first. */
const apr_array_header_t *mh_pools(void);
mh_pool_t *mh_pool_find(const char *name);
/* Would mod_cgi run a script as whom the request names? By suexec, as root. */
bool mh_pools_have_identities(void);
/*
 * The one that a SuexecUserGroup asked for, else the first that PerlPool has
 * given to this user; or NULL.
 */
mh_pool_t *mh_pool_of_identity(uid_t uid, gid_t gid);

/*
 * Parent, when all has been read: settles users and groups, finds what
 * PerlUsePool names, makes the pools of SuexecUserGroup. NULL, or what is
 * wrong, naming file and line.
 */
const char *mh_pools_settle(server_rec *s, apr_pool_t *pconf);

/* The directive PerlPool. */
const char *mh_pool_define(cmd_parms *cmd, void *dir, int argc,
                           char *const argv[]);
/* What a PerlUsePool says; mh_pools_settle() finds the pool. */
mh_pool_use_t *mh_pool_use_new(cmd_parms *cmd, const char *name);

#endif
