/*
 * serve.c - a request for a handler, as a worker unpacks it.
 */
#include "module.h"

#include "fuzz.h"

#include <string.h>

#include "module/config/config.h"
#include "module/request/handler.h"
#include "module/worker/dir_context.h"
#include "module/worker/rebuild.h"

static int has_both(void *data, const char *key, const char *value)
{
    (void)data;
    mh_fuzz_expect(key && value, "a row of a table is a name and a value");
    return 1;
}

static void check_handlers(const apr_array_header_t *list)
{
    for (int i = 0; list && i < list->nelts; i++)
        mh_fuzz_expect(APR_ARRAY_IDX(list, i, mh_handler_t *)->name != NULL,
                       "a handler has a name");
}

static void check(const request_rec *r)
{
    const mh_dir_config_t *dir = mh_dir_config(r);

    apr_table_do(has_both, NULL, r->headers_in, NULL);
    apr_table_do(has_both, NULL, r->notes, NULL);
    for (int hook = 0; hook < MH_HOOKS; hook++)
        check_handlers(dir->handlers[hook]);
    for (int i = 0; r->content_languages && i < r->content_languages->nelts;
         i++)
        mh_fuzz_expect(APR_ARRAY_IDX(r->content_languages, i, char *) != NULL,
                       "a language has a name");
}

/* Writes the fields that were read. */
static void write_fields(mh_pack_t *pack, request_rec *r)
{
    mh_pack_write(pack, r->pool);
    mh_fields_connection(pack, r->connection);
    mh_fields_request(pack, r);
}

/* A request that is written, read and written again stays the same. */
static void check_again(request_rec *r)
{
    request_rec *again = ap_create_request(mh_fuzz_connection(r->pool));
    mh_pack_t first;
    mh_pack_t second;
    mh_pack_t read;

    write_fields(&first, r);
    mh_pack_read(&read, r->pool, first.data, first.used);
    mh_fields_connection(&read, again->connection);
    mh_fields_request(&read, again);
    mh_fuzz_expect(!read.wrong && read.used == first.used,
                   "what was written can be read");
    write_fields(&second, again);
    mh_fuzz_expect(first.used == second.used &&
                       !memcmp(first.data, second.data, first.used),
                   "it is the same request");
}

void mh_fuzz_serve(const char *data, size_t size)
{
    apr_pool_t *pool = mh_fuzz_pool();
    bool has_body;
    request_rec *r = mh_rebuild((char *)(uintptr_t)data, size, pool, &has_body);

    if (r) {
        check(r);
        check_again(r);
    }
    apr_pool_destroy(pool);
}
