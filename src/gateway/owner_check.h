/*
 * owner_check.h - check-owner=on: whether a script is its pool's own, as suEXEC
 * wants it.
 */
#ifndef MEHARI_GATEWAY_OWNER_CHECK_H
#define MEHARI_GATEWAY_OWNER_CHECK_H

#include "gateway/pool_config.h"

/* NULL, or why the script is not to be run. */
const char *mh_owner_check(request_rec *r, const mh_pool_t *pool);

#endif
