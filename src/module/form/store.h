/*
 * store.h - stores bytes as they come; they can be read from any offset. Up to
 * a limit they are in memory, beyond it all of them are in a file without a
 * name. Belongs to a pool. Runs in a child, in any thread that the request is
 * in.
 */
#ifndef MEHARI_MODULE_FORM_STORE_H
#define MEHARI_MODULE_FORM_STORE_H

#include "apr_file_io.h"

typedef struct mh_store mh_store_t;

mh_store_t *mh_store_make(apr_pool_t *pool);

/* dir: folder of the file; NULL: the one for temporary files. */
void mh_store_limit(mh_store_t *store, apr_size_t memory, const char *dir);

apr_status_t mh_store_add(mh_store_t *store, const char *data, apr_size_t size);

apr_off_t mh_store_size(const mh_store_t *store);

/* *size: bytes wanted, and bytes read; 0 at the end. */
apr_status_t mh_store_read(mh_store_t *store, apr_off_t from, char *to,
                           apr_size_t *size);

#endif
