/*
 * pool.h - one pool, as httpd knows it: its keys, and its state in a process.
 *
 * In pconf; constant from post_config on, but for the state that
 * pool_connection.c, worker_lease.c, script_lease.c and manager_process.c keep
 * here.
 */
#ifndef MEHARI_MODULE_GATEWAY_POOLS_POOL_H
#define MEHARI_MODULE_GATEWAY_POOLS_POOL_H

#include "module/common/httpd_headers.h"
#include "shared/pool_settings.h"

struct mh_manager_process_t;
struct mh_held_threads_t;
struct mh_connections_t;
struct mh_worker_leases_t;
struct mh_script_leases_t;

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
    const char *vetted;          /* a file of vetted looks; NULL */
    const char *profile;         /* the folder of its profiles; NULL: none */
    struct mh_pool_t *profiled;  /* the same pool, with a profiler; NULL */
    struct mh_manager_process_t *manager; /* manager_process.c */
    struct mh_held_threads_t *held;       /* held_threads.c */
    struct mh_connections_t *connections; /* pool_connection.c, in a child */
    struct mh_worker_leases_t *leases;    /* worker_lease.c, in a child */
    struct mh_script_leases_t *script_leases; /* script_lease.c, in a child */
} mh_pool_t;

#endif
