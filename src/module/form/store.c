/*
 * store.c - see store.h.
 */
#include "module/form/store.h"

#include <string.h>

#include "apr_strings.h"

#define FIRST_ROOM (8 * 1024)

struct mh_store {
    apr_pool_t *pool;
    const char *dir;
    apr_size_t limit;
    char *memory; /* NULL once there is a file */
    apr_size_t room;
    apr_file_t *file;
    apr_off_t size;
};

mh_store_t *mh_store_make(apr_pool_t *pool)
{
    mh_store_t *store = apr_pcalloc(pool, sizeof *store);

    store->pool = pool;
    store->limit = 256 * 1024;
    return store;
}

void mh_store_limit(mh_store_t *store, apr_size_t memory, const char *dir)
{
    store->limit = memory;
    store->dir = dir == NULL ? NULL : apr_pstrdup(store->pool, dir);
}

apr_off_t mh_store_size(const mh_store_t *store)
{
    return store->size;
}

static apr_status_t open_file(mh_store_t *store)
{
    const char *dir = store->dir;
    apr_status_t rc = APR_SUCCESS;
    char *name;

    if (dir == NULL) {
        rc = apr_temp_dir_get(&dir, store->pool);
        if (rc != APR_SUCCESS)
            return rc;
    }
    name = apr_pstrcat(store->pool, dir, "/mehari-XXXXXX", NULL);
    rc = apr_file_mktemp(&store->file, name,
                         APR_FOPEN_CREATE | APR_FOPEN_READ | APR_FOPEN_WRITE |
                             APR_FOPEN_EXCL | APR_FOPEN_BINARY,
                         store->pool);
    return rc == APR_SUCCESS ? apr_file_remove(name, store->pool) : rc;
}

static apr_status_t write_file(mh_store_t *store, const char *data,
                               apr_size_t size)
{
    apr_off_t end = 0;
    apr_status_t rc = apr_file_seek(store->file, APR_END, &end);

    return rc == APR_SUCCESS
               ? apr_file_write_full(store->file, data, size, NULL)
               : rc;
}

/* Moves memory to a file, once and for all. */
static apr_status_t move_to_file(mh_store_t *store)
{
    apr_status_t rc = open_file(store);

    if (rc == APR_SUCCESS && store->memory != NULL)
        rc = write_file(store, store->memory, (apr_size_t)store->size);
    if (rc != APR_SUCCESS) {
        if (store->file != NULL) {
            apr_file_close(store->file);
            store->file = NULL;
        }
        return rc;
    }
    store->memory = NULL;
    return APR_SUCCESS;
}

/* Doubles the memory each time: pools give nothing back. */
static void grow(mh_store_t *store, apr_size_t wanted)
{
    apr_size_t room = store->room == 0 ? FIRST_ROOM : store->room;
    char *memory;

    if (store->memory != NULL && wanted <= store->room)
        return;
    while (room < wanted)
        room *= 2;
    memory = apr_palloc(store->pool, room);
    if (store->memory != NULL)
        memcpy(memory, store->memory, (apr_size_t)store->size);
    store->memory = memory;
    store->room = room;
}

apr_status_t mh_store_add(mh_store_t *store, const char *data, apr_size_t size)
{
    apr_status_t rc = APR_SUCCESS;

    if (store->file == NULL && (apr_size_t)store->size + size > store->limit)
        rc = move_to_file(store);
    if (rc == APR_SUCCESS && store->file != NULL) {
        rc = write_file(store, data, size);
    } else if (rc == APR_SUCCESS && size > 0) {
        grow(store, (apr_size_t)store->size + size);
        memcpy(store->memory + store->size, data, size);
    }
    if (rc == APR_SUCCESS)
        store->size += (apr_off_t)size;
    return rc;
}

apr_status_t mh_store_read(mh_store_t *store, apr_off_t from, char *to,
                           apr_size_t *size)
{
    apr_status_t rc;

    if ((apr_off_t)*size > store->size - from)
        *size = from < store->size ? (apr_size_t)(store->size - from) : 0;
    if (*size == 0)
        return APR_SUCCESS;
    if (store->file == NULL) {
        memcpy(to, store->memory + from, *size);
        return APR_SUCCESS;
    }
    rc = apr_file_seek(store->file, APR_SET, &from);
    return rc == APR_SUCCESS ? apr_file_read_full(store->file, to, *size, NULL)
                             : rc;
}
