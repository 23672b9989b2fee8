/*
 * owner_check.h - check-owner=on: suEXEC's checks of a script's owner and mode.
 * Runs in httpd's children.
 */
#ifndef MEHARI_MODULE_GATEWAY_POOLS_OWNER_CHECK_H
#define MEHARI_MODULE_GATEWAY_POOLS_OWNER_CHECK_H

#include "module/gateway/pools/pool_config.h"

/* NULL, or why the script must not be run. */
const char *mh_owner_check(request_rec *r, const mh_pool_t *pool);

#endif
