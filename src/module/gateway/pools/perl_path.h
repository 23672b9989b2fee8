/*
 * perl_path.h - where a pool finds its perl and our modules.
 */
#ifndef MEHARI_MODULE_GATEWAY_POOLS_PERL_PATH_H
#define MEHARI_MODULE_GATEWAY_POOLS_PERL_PATH_H

#include "module/common/httpd_headers.h"

/* The perl that we are built with: scripts whose #! line names it run in
 * processes of ours. */
extern const char *const mh_perl_path;

/* The folder of our Perl modules; NULL: it does not exist. */
const char *mh_perl_path_library(apr_pool_t *pool);

#endif
