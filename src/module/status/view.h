/*
 * view.h - all figures of the status page, whatever its format: a part for each
 * pool, and the last for embedded Perl, if there is any. Runs in httpd's
 * children.
 *
 * Figures of a pool come from its manager (shared/wire/wire_status.h). No
 * decision depends on them; texts may hold anything and are escaped where they
 * are written.
 */
#ifndef MEHARI_MODULE_STATUS_VIEW_H
#define MEHARI_MODULE_STATUS_VIEW_H

#include "module/common/httpd_headers.h"
#include "shared/wire/wire_status.h"

typedef struct mh_view_part_t {
    const char *name;  /* of the pool; "(httpd)": embedded */
    const char *wrong; /* reason for no figures; or NULL */
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
    pid_t asked;               /* the process whose page is shown; 0 */
} mh_view_t;

/* Asks all managers, with a short time limit. In r->pool. */
mh_view_t *mh_view(request_rec *r, pid_t asked);

/* For view.c: an empty part; and the part of embedded Perl's processes. */
mh_view_part_t *mh_view_part(request_rec *r, const char *name);
/* NULL: there is none. */
mh_view_part_t *mh_view_embedded(request_rec *r, pid_t asked);

/* A line of a process's connections (databases.h). */
typedef struct mh_view_database_t {
    uint64_t connections;
    const char *driver;
    const char *dsn;
} mh_view_database_t;

/* The connections of a row, in the pool; an empty array for NULL. */
apr_array_header_t *mh_view_databases(apr_pool_t *p, const char *text);

/* Words for figures; "unknown" for invalid ones. */
const char *mh_view_kind(uint64_t kind);
const char *mh_view_state(uint64_t state);
const char *mh_view_run_mode(uint64_t mode);
const char *mh_view_restore(uint64_t way);

/* For each mh_count_e a name, and a description. */
typedef struct mh_view_count_t {
    const char *name;
    const char *says;
} mh_view_count_t;
extern const mh_view_count_t mh_view_counts[MH_COUNTS];

#endif
