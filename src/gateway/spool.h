/*
 * spool.h - a file without a name, for what of a request's or of a response's
 * body memory has no room for: written at its end, read from its beginning.
 *
 * In a child of httpd. The file goes with the pool that it was begun in.
 */
#ifndef MEHARI_GATEWAY_SPOOL_H
#define MEHARI_GATEWAY_SPOOL_H

#include "gateway/gateway.h"

typedef struct mh_spool_t {
    apr_pool_t *pool;
    const char *folder; /* NULL: there was no need of one yet */
    int fd;             /* -1: there is no file */
    apr_off_t from;     /* what is ahead of it has been taken */
    apr_off_t size;
} mh_spool_t;

/* An empty one. */
mh_spool_t *mh_spool_new(apr_pool_t *pool);

/* Bytes that nobody has taken. */
static inline apr_off_t mh_spool_left(const mh_spool_t *spool)
{
    return spool->size - spool->from;
}

/* Behind what is there. An errno; what is in the file is then as before. */
int mh_spool_write(mh_spool_t *spool, const char *data, apr_size_t size);

/*
 * The data of bb goes into the file and out of bb, until an errno; what is
 * metadata is dropped.
 */
int mh_spool_move(mh_spool_t *spool, apr_bucket_brigade *bb);

/* Does the file system have a tenth of its room left when so much has come? */
bool mh_spool_fits(mh_spool_t *spool, apr_off_t size);

/*
 * The next bytes, no more than that, behind bb, in memory. When nothing is left
 * the file is written from its beginning again.
 */
apr_status_t mh_spool_read(mh_spool_t *spool, apr_bucket_brigade *bb,
                           apr_size_t most);

/*
 * All the rest, ahead of bb, as a bucket that owns its file: it may outlive the
 * pool when it is set aside. sendfile: the kernel may send it. An error:
 * nothing has been taken.
 */
apr_status_t mh_spool_give(mh_spool_t *spool, apr_bucket_brigade *bb,
                           bool sendfile);
/* The same for who reads all of it before the pool goes. */
void mh_spool_lend(mh_spool_t *spool, apr_bucket_brigade *bb);

#endif
