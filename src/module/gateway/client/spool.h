/*
 * spool.h - a file without a name for data of a body that does not fit in
 * memory: written at its end, read from its beginning.
 *
 * Runs in a child of httpd. The file is closed with its pool.
 */
#ifndef MEHARI_MODULE_GATEWAY_CLIENT_SPOOL_H
#define MEHARI_MODULE_GATEWAY_CLIENT_SPOOL_H

#include "module/common/httpd_headers.h"

typedef struct mh_spool_t {
    apr_pool_t *pool;
    const char *folder; /* NULL: not needed yet */
    int fd;             /* -1: there is no file yet */
    apr_off_t from;     /* offset of the first byte not taken */
    apr_off_t size;
} mh_spool_t;

/* An empty spool. */
mh_spool_t *mh_spool_new(apr_pool_t *pool);

/* Bytes that have not been taken. */
static inline apr_off_t mh_spool_left(const mh_spool_t *spool)
{
    return spool->size - spool->from;
}

/* Appends data. An errno; the file is then as before. */
int mh_spool_write(mh_spool_t *spool, const char *data, apr_size_t size);

/*
 * Moves the data of bb into the file, until an errno; metadata is dropped.
 */
int mh_spool_move(mh_spool_t *spool, apr_bucket_brigade *bb);

/* True if a tenth of the file system will be free after that many bytes. */
bool mh_spool_fits(mh_spool_t *spool, apr_off_t size);

/*
 * Moves at most that many of the next bytes to the end of bb, in memory. An
 * empty file is written from its beginning again.
 */
apr_status_t mh_spool_read(mh_spool_t *spool, apr_bucket_brigade *bb,
                           apr_size_t most);

/*
 * Puts all the rest in front of bb, as a bucket that owns its file: it may
 * outlive the pool when it is set aside. sendfile: the kernel may send it. An
 * error: nothing has been taken.
 */
apr_status_t mh_spool_give(mh_spool_t *spool, apr_bucket_brigade *bb,
                           bool sendfile);
/* The same for a caller that reads all of it before the pool goes. */
void mh_spool_lend(mh_spool_t *spool, apr_bucket_brigade *bb);

#endif
