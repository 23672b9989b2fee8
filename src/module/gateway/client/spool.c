/*
 * spool.c - see spool.h.
 */
#include "module/gateway/client/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "apr_portable.h"

mh_spool_t *mh_spool_new(apr_pool_t *pool)
{
    mh_spool_t *spool = apr_pcalloc(pool, sizeof(*spool));

    spool->pool = pool;
    spool->fd = -1;
    return spool;
}

static const char *folder_of(mh_spool_t *spool)
{
    if (!spool->folder &&
        apr_temp_dir_get(&spool->folder, spool->pool) != APR_SUCCESS)
        spool->folder = "/tmp";
    return spool->folder;
}

/* Without O_TMPFILE, the name exists for a moment. */
static int open_file(apr_pool_t *pool, const char *folder)
{
    int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    char *name;

    if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT))
        return fd;
    name = apr_pstrcat(pool, folder, "/mehari-body-XXXXXX", NULL);
    fd = mkostemp(name, O_CLOEXEC);
    if (fd >= 0)
        unlink(name);
    return fd;
}

static apr_status_t close_file(void *data)
{
    mh_spool_t *spool = data;

    if (spool->fd >= 0)
        close(spool->fd);
    spool->fd = -1;
    return APR_SUCCESS;
}

/* Makes the file. An errno. */
static int begin_file(mh_spool_t *spool)
{
    if (spool->fd >= 0)
        return 0;
    spool->fd = open_file(spool->pool, folder_of(spool));
    if (spool->fd < 0)
        return errno;
    apr_pool_cleanup_register(spool->pool, spool, close_file,
                              apr_pool_cleanup_null);
    return 0;
}

int mh_spool_write(mh_spool_t *spool, const char *data, apr_size_t size)
{
    apr_size_t done = 0;
    int error = begin_file(spool);

    while (!error && done < size) {
        ssize_t written = pwrite(spool->fd, data + done, size - done,
                                 (off_t)(spool->size + (apr_off_t)done));

        if (written < 0 && errno != EINTR)
            error = errno;
        if (written > 0)
            done += (apr_size_t)written;
    }
    if (!error)
        spool->size += (apr_off_t)size;
    return error;
}

int mh_spool_move(mh_spool_t *spool, apr_bucket_brigade *bb)
{
    while (!APR_BRIGADE_EMPTY(bb)) {
        apr_bucket *first = APR_BRIGADE_FIRST(bb);
        const char *data;
        apr_size_t size = 0;
        int error = 0;

        if (!APR_BUCKET_IS_METADATA(first) &&
            apr_bucket_read(first, &data, &size, APR_BLOCK_READ) != APR_SUCCESS)
            error = EIO;
        if (!error && size)
            error = mh_spool_write(spool, data, size);
        if (error)
            return error;
        apr_bucket_delete(first);
    }
    return 0;
}

bool mh_spool_fits(mh_spool_t *spool, apr_off_t size)
{
    struct statvfs system;
    unsigned long long left;

    if (statvfs(folder_of(spool), &system))
        return false;
    left = (unsigned long long)system.f_bavail * system.f_frsize;
    return left >= (unsigned long long)system.f_blocks / 10 * system.f_frsize +
                       (unsigned long long)size;
}

apr_status_t mh_spool_read(mh_spool_t *spool, apr_bucket_brigade *bb,
                           apr_size_t most)
{
    apr_off_t left = mh_spool_left(spool);
    apr_size_t size = left < (apr_off_t)most ? (apr_size_t)left : most;
    char *data = apr_bucket_alloc(size, bb->bucket_alloc);
    ssize_t got = pread(spool->fd, data, size, (off_t)spool->from);

    if (got <= 0) {
        apr_status_t rv = got ? errno : APR_EOF;

        apr_bucket_free(data);
        return rv;
    }
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_heap_create(data, (apr_size_t)got,
                                                       apr_bucket_free,
                                                       bb->bucket_alloc));
    spool->from += got;
    if (!mh_spool_left(spool))
        spool->from = spool->size = 0;
    return APR_SUCCESS;
}

/*
 * The file must not be mapped: httpd's core takes mapped files, 4 MiB at a
 * time, for bytes in memory, and waits until the client has taken them.
 */
static void take_all(mh_spool_t *spool, apr_file_t *file,
                     apr_bucket_brigade *bb)
{
    apr_bucket_brigade *own = apr_brigade_create(spool->pool, bb->bucket_alloc);

    apr_bucket_file_enable_mmap(apr_brigade_insert_file(own, file, spool->from,
                                                        mh_spool_left(spool),
                                                        spool->pool),
                                0);
    APR_BRIGADE_PREPEND(bb, own);
    spool->from = spool->size;
}

/*
 * Opens the file by its name in /proc, because a file of apr_os_file_put() is
 * never closed, and a bucket that is set aside needs a file that is closed with
 * the new pool.
 */
apr_status_t mh_spool_give(mh_spool_t *spool, apr_bucket_brigade *bb,
                           bool sendfile)
{
    apr_int32_t flags = APR_FOPEN_READ | APR_FOPEN_BINARY;
    apr_file_t *file;
    apr_status_t rv;

    if (!mh_spool_left(spool))
        return APR_SUCCESS;
    if (sendfile)
        flags |= APR_FOPEN_SENDFILE_ENABLED;
    rv = apr_file_open(&file,
                       apr_psprintf(spool->pool, "/proc/self/fd/%d", spool->fd),
                       flags, APR_FPROT_OS_DEFAULT, spool->pool);
    if (rv != APR_SUCCESS)
        return rv;
    take_all(spool, file, bb);
    return APR_SUCCESS;
}

void mh_spool_lend(mh_spool_t *spool, apr_bucket_brigade *bb)
{
    apr_os_file_t fd = spool->fd;
    apr_file_t *file;

    if (!mh_spool_left(spool))
        return;
    apr_os_file_put(&file, &fd, APR_FOPEN_READ, spool->pool);
    take_all(spool, file, bb);
}
