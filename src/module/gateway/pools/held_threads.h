/*
 * held_threads.h - httpd's threads that wait for a pool, counted by httpd.
 *
 * A pool's manager counts requests only while it runs, and the pool's user can
 * stop or kill the manager. So httpd has its own count, in memory that its
 * children share: a pool holds at most as many threads as it may run and queue
 * requests. Neither a pool nor all pools together ever hold all threads of
 * httpd.
 *
 * A child has a row of the counts. The parent clears the row when the child has
 * ended, in whatever way. Counts begin anew with each restart.
 */
#ifndef MEHARI_MODULE_GATEWAY_POOLS_HELD_THREADS_H
#define MEHARI_MODULE_GATEWAY_POOLS_HELD_THREADS_H

#include "module/gateway/pools/pool_config.h"

typedef enum { MH_HELD_SCRIPTS, MH_HELD_WORKERS, MH_HELD_KINDS } mh_held_e;

/*
 * A request that may hold its thread, on that thread's stack. A request inside
 * another one holds no second thread.
 */
typedef struct mh_held_thread_t {
    struct mh_held_thread_t *outer; /* NULL: there is none */
    const mh_pool_t *pool;
    mh_held_e kind;
    bool in_pool; /* it counts as its pool's */
    bool in_all;  /* and as all pools' */
} mh_held_thread_t;

/* Parent: makes the counts of all pools. 0, or an errno. */
int mh_held_threads_make(apr_pool_t *pconf);
void mh_held_threads_register(void);
/* A child of httpd takes its row. */
void mh_held_threads_child(void);

/* False: the pool, or all pools, hold as many threads as they may. */
bool mh_held_thread_begin(mh_held_thread_t *held, const mh_pool_t *pool,
                          mh_held_e kind);
void mh_held_thread_end(mh_held_thread_t *held);

/*
 * From here on this thread waits for its client, not for a pool. Call it before
 * the client gets the end of the response, because its next request may come
 * before this thread goes on.
 */
void mh_held_thread_let_go(void);
/*
 * The request has to wait for its pool once more. False: there are too many; it
 * must not wait.
 */
bool mh_held_thread_again(void);

#endif
