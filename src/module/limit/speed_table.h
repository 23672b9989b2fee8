/*
 * speed_table.h - the speed of each client's requests: a table that all
 * processes of httpd share.
 *
 * The parent makes the table before there are children, which inherit it. The
 * table has a fixed size, is in no file, and goes with pconf. A client without
 * an entry takes the entry of the client with the fewest requests. So a client
 * that is too fast keeps its entry, and no client is refused for another's
 * requests. Knows neither Perl nor requests.
 */
#ifndef MEHARI_MODULE_LIMIT_SPEED_TABLE_H
#define MEHARI_MODULE_LIMIT_SPEED_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "apr_network_io.h"
#include "apr_pools.h"

/*
 * A bucket that holds `burst` requests and gets a new one each `interval`
 * nanoseconds, for each client. Limits with the same scope share the buckets.
 */
typedef struct mh_speed_t {
    uint64_t scope;
    int64_t interval; /* 0: no limit */
    int64_t burst;
} mh_speed_t;

/* Result for one request. */
typedef struct mh_speed_verdict_t {
    int64_t wait; /* nanoseconds until a request would pass; 0: it has passed */
    bool first;   /* first refusal since the bucket was full */
} mh_speed_verdict_t;

/* Parent: makes the table. NULL, or why there is none. Does nothing when there
 * is one. */
const char *mh_speed_table_make(uint64_t clients, apr_pool_t *pconf);
bool mh_speed_table_is_there(void);

/* Counts one request of a client. An IPv6 client is its /64. */
mh_speed_verdict_t mh_speed_table_take(const mh_speed_t *limit,
                                       const apr_sockaddr_t *client);

/* The scope of a name that Perl gives. */
uint64_t mh_speed_table_scope(const char *name);

#endif
