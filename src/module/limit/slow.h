/*
 * slow.h - PerlSlowLog: requests that take longer are reported while they run.
 *
 * Read by the parent of httpd; the same in all its children and in the pools
 * that they start.
 */
#ifndef MEHARI_MODULE_LIMIT_SLOW_H
#define MEHARI_MODULE_LIMIT_SLOW_H

#include "module/common/httpd_headers.h"

/* Resets the limit before the configuration is read. */
void mh_slow_reset(void);
/* Milliseconds; 0: no request is reported. */
uint64_t mh_slow_limit(void);
/* For the module's table of directives. */
const char *mh_slow_set(cmd_parms *cmd, void *dir, const char *seconds);

#endif
