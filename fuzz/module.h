/*
 * module.h - what the targets that are parts of the module share: a process
 * that is httpd enough for them.
 */
#ifndef MEHARI_FUZZ_MODULE_H
#define MEHARI_FUZZ_MODULE_H

#include "module/common/mehari.h"

/* A pool for one input; the first call makes all that is needed. */
apr_pool_t *mh_fuzz_pool(void);
/* A connection without a socket and without filters. */
conn_rec *mh_fuzz_connection(apr_pool_t *pool);
/* Bytes of text that went to the log since the last call. */
size_t mh_fuzz_logged(void);
/* The times that a worker's wish for the body was heard since the last call. */
int mh_fuzz_wanted(void);

#endif
