/*
 * view.h - all that the status page shows, whatever its format: a part for
 * embedded Perl, if there is any, and one for each pool.
 *
 * Figures of a pool are what its manager says (wire/status.h). Nothing follows
 * from them; texts may hold anything and are escaped where they are written.
 */
#ifndef MEHARI_STATUS_VIEW_H
#define MEHARI_STATUS_VIEW_H

#include "gateway/gateway.h"
#include "wire/status.h"

typedef struct mh_view_part_t {
    const char *name;  /* of the pool; "(httpd)": embedded */
    const char *wrong; /* why nothing is known of it; NULL */
    bool embedded;
    bool has_pool; /* there are figures */
    mh_status_pool_t figures;
    apr_array_header_t *processes; /* mh_status_row_t */
    apr_array_header_t *scripts;   /* mh_status_row_t: busiest first */
    apr_array_header_t *modules;   /* char *: loaded ahead */
    mh_status_second_t history[MH_STATUS_SECONDS];
} mh_view_part_t;

typedef struct mh_view_t {
    apr_array_header_t *parts; /* mh_view_part_t * */
    pid_t asked;               /* the process whose page it is; 0 */
} mh_view_t;

/* Asks all managers, and waits for them, not for long. In r->pool. */
mh_view_t *mh_view(request_rec *r, pid_t asked);

/* For view.c: an empty part; what embedded Perl's processes have noted. */
mh_view_part_t *mh_view_part(request_rec *r, const char *name);
/* NULL: there are none. */
mh_view_part_t *mh_view_embedded(request_rec *r, pid_t asked);

/* A line of a process's connections (databases.h). */
typedef struct mh_view_database_t {
    uint64_t connections;
    const char *driver;
    const char *dsn;
} mh_view_database_t;

/* Those of a row, in the pool; an empty array for NULL. */
apr_array_header_t *mh_view_databases(apr_pool_t *p, const char *text);

/* Words for figures; "unknown" for what is none of them. */
const char *mh_view_kind(uint64_t kind);
const char *mh_view_state(uint64_t state);
const char *mh_view_way(uint64_t way);
const char *mh_view_restore(uint64_t way);

/* What is counted: for each mh_count_e a name, and what it is. */
typedef struct mh_view_count_t {
    const char *name;
    const char *says;
} mh_view_count_t;
extern const mh_view_count_t mh_view_counts[MH_COUNTS];

#endif
