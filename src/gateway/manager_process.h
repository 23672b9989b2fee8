/*
 * manager_process.h - the process of each pool, as httpd's parent sees it.
 *
 * The parent starts it, waits for its death, starts it again, and ends it with
 * pconf by closing its own ends of the dispatch: the manager ends when nobody
 * holds one any more and nothing of it runs. A child only closes what is the
 * manager's.
 */
#ifndef MEHARI_GATEWAY_MANAGER_PROCESS_H
#define MEHARI_GATEWAY_MANAGER_PROCESS_H

#include "gateway/pool_config.h"

/* What a child may use of it: its end of the dispatch. */
int mh_manager_dispatch(const mh_pool_t *pool);
/* How many have died in their service since httpd was (re)started. */
unsigned mh_manager_deaths(const mh_pool_t *pool);

/* Parent: NULL, or why it cannot be started. */
const char *mh_manager_start(mh_pool_t *pool, server_rec *s, apr_pool_t *pconf);

/* A child of httpd begins. */
void mh_managers_child(void);
void mh_managers_forked(void (*drop)(int fd));

#endif
