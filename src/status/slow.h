/*
 * slow.h - PerlSlowLog: requests that take longer are reported while they run.
 *
 * Read by the parent of httpd; the same in all its children and in the pools
 * that they start.
 */
#ifndef MEHARI_STATUS_SLOW_H
#define MEHARI_STATUS_SLOW_H

#include "gateway/gateway.h"

/* The configuration is about to be read. */
void mh_slow_reset(void);
/* Milliseconds; 0: none is. */
uint64_t mh_slow_limit(void);
/* For the module's table of directives. */
const char *mh_slow_set(cmd_parms *cmd, void *dir, const char *seconds);

#endif
