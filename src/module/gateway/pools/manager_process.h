/*
 * manager_process.h - the process of each pool's manager, in httpd's parent.
 *
 * The parent starts a manager, and starts another one each time that it dies.
 * With pconf the parent closes its own ends of the dispatch. A manager ends
 * when no process has such an end any more, and no job of it runs. A child of
 * httpd only closes the manager's descriptors.
 */
#ifndef MEHARI_MODULE_GATEWAY_POOLS_MANAGER_PROCESS_H
#define MEHARI_MODULE_GATEWAY_POOLS_MANAGER_PROCESS_H

#include "module/gateway/pools/pool_config.h"
#include "shared/ledger.h"

/* A child's end of the dispatch. */
int mh_manager_process_dispatch(const mh_pool_t *pool);
/* The pool's ledger, in a child; NULL: no request has a place in it. */
const mh_ledger_entry_t *mh_manager_process_ledger(const mh_pool_t *pool);
/* A place in it for a request. */
mh_ledger_place_t mh_manager_process_note(const mh_pool_t *pool);
/* Managers of the pool that have died since httpd was (re)started. */
unsigned mh_manager_process_deaths(const mh_pool_t *pool);
/*
 * True if a manager runs, or will begin before that time. A manager that dies
 * is replaced, after a pause if it died soon; but the system may refuse a
 * process.
 */
bool mh_manager_process_expected(const mh_pool_t *pool, apr_time_t until);

/* Parent: starts the manager. NULL, or an error. */
const char *mh_manager_process_start(mh_pool_t *pool, server_rec *s,
                                     apr_pool_t *pconf);

/* Parent, about every ten seconds: starts managers for which no process could
 * be made, replaces those that were killed and do not end, and ends what is
 * below them. */
int mh_managers_look(apr_pool_t *p, server_rec *s);

/* A child of httpd: maps the ledgers, closes the managers' descriptors. */
void mh_managers_child(void);
void mh_managers_forked(void (*drop)(int fd));

#endif
