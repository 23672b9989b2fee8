/*
 * uri_parts.h - the structure behind an APR::URI object.
 *
 * Only Perl has this copy: setting a part of $r->parsed_uri does not change the
 * request.
 */
#ifndef MEHARI_MODULE_API_CORE_URI_PARTS_H
#define MEHARI_MODULE_API_CORE_URI_PARTS_H

#include "module/common/mehari.h"

#include "apr_uri.h"

typedef struct {
    apr_uri_t uri;         /* first: the fields of APR::URI are its own */
    apr_pool_t *pool;      /* for parts that are set */
    const char *path_info; /* part that rpath() leaves out, or NULL */
} mh_uri_t;

/* An empty one, which lives as long as the pool. */
mh_uri_t *mh_uri_new(apr_pool_t *pool);

#endif
