/*
 * lease_key.h - the properties by which requests share a template: those with
 * the same key can use the same one. Runs in httpd's children.
 */
#ifndef MEHARI_MODULE_GATEWAY_POOLS_LEASE_KEY_H
#define MEHARI_MODULE_GATEWAY_POOLS_LEASE_KEY_H

#include "module/common/httpd_headers.h"
#include "module/gateway/pools/script_lease.h"
#include "shared/wire/wire.h"

/* The fields of a REQUEST by which the manager finds a script's processes. */
typedef struct mh_lease_about_t {
    const char *script;
    const mh_wire_stamp_t *stamp;
    uint64_t ignored; /* signals */
    bool has_words;   /* after the script's name */
    mh_wire_field_t constant;
    mh_wire_field_t environ;
} mh_lease_about_t;

/* In the pool. */
mh_lease_key_t mh_lease_key(apr_pool_t *pool, const mh_lease_about_t *about);

#endif
