/*
 * module.h - for targets that are parts of the module: as much of httpd as they
 * need.
 */
#ifndef MEHARI_FUZZ_MODULE_H
#define MEHARI_FUZZ_MODULE_H

#include "module/common/mehari.h"

/* A pool for one input. The first call also sets up the stand-in for httpd. */
apr_pool_t *mh_fuzz_pool(void);
/* A connection without a socket and without filters. */
conn_rec *mh_fuzz_connection(apr_pool_t *pool);
/* Bytes of text that went to the log since the last call. */
size_t mh_fuzz_logged(void);
/*
 * The number of times that a worker has asked for the body since the last call.
 */
int mh_fuzz_wanted(void);

#endif
