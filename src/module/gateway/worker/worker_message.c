/*
 * worker_message.c - see worker_message.h.
 */
#include "module/config/config.h"

#include "module/gateway/worker/worker_message.h"

#include <errno.h>

#include "module/gateway/pools/worker_config.h"
#include "module/gateway/process/body_store.h"
#include "module/request/environment/cgi_variables.h"
#include "shared/wire/channel.h"
#include "module/worker/fields.h"
#include "module/worker/dir_context.h"

#define ABOUT_MAX 160

/*
 * A worker cannot translate a path as httpd can. A request without CGI
 * variables does not need the subrequest.
 */
static const char *translate(request_rec *r)
{
    const mh_options_t *options = &mh_dir_config(r)->options;
    bool wanted = strcmp(r->handler, "modperl")
                      ? !mh_options_off(options, MH_SETUP_ENV)
                      : options->on & MH_SETUP_ENV;

    if (!wanted || !r->path_info || !*r->path_info ||
        !strcmp(r->protocol, "INCLUDED"))
        return NULL;
    return mh_cgi_variables_translate(r);
}

/*
 * The rows of one table that differ from the other table, or are missing there.
 */
static apr_table_t *differing(apr_pool_t *pool, const apr_table_t *table,
                              const apr_table_t *other)
{
    const apr_array_header_t *rows = apr_table_elts(table);
    apr_table_t *result = apr_table_make(pool, 2);

    for (int i = 0; i < rows->nelts; i++) {
        const apr_table_entry_t *row = &APR_ARRAY_IDX(rows, i,
                                                      apr_table_entry_t);
        const char *mine = apr_table_getm(pool, table, row->key);
        const char *theirs = apr_table_getm(pool, other, row->key);

        if (!theirs || strcmp(mine, theirs) != 0)
            apr_table_addn(result, row->key, row->val);
    }
    return result;
}

static void put_facts(mh_pack_t *pack, request_rec *r,
                      const apr_table_t *filtered)
{
    mh_server_facts_t facts = {
        .host = mh_gateway_worker_config_host(r->server),
        .has_body = mh_body_is_sent(r),
        .secure = !strcmp(ap_http_scheme(r), "https"),
        .log_level = ap_get_request_module_loglevel(r, APLOG_MODULE_INDEX),
        .document_root = ap_document_root(r),
        .context_prefix = ap_context_prefix(r),
        .context_root = ap_context_document_root(r),
        .path_translated = translate(r),
        .auth_type = ap_auth_type(r),
        .auth_name = ap_auth_name(r),
        .auth_required = ap_some_auth_required(r),
        .satisfies = ap_satisfies(r),
        .lost = differing(r->pool, r->headers_in, filtered),
        .gained = differing(r->pool, filtered, r->headers_in),
    };

    mh_fields_facts(pack, &facts);
}

static void put_around(mh_pack_t *pack, request_rec *r)
{
    int there = r != NULL;

    mh_pack_int(pack, &there);
    if (!r)
        return;
    mh_fields_request(pack, r);
    put_around(pack, r->prev);
    put_around(pack, r->main);
}

static void put_request(mh_pack_t *pack, request_rec *r,
                        const apr_table_t *filtered)
{
    core_dir_config *core = ap_get_core_module_config(r->per_dir_config);

    put_facts(pack, r, filtered);
    mh_fields_connection(pack, r->connection);
    mh_fields_request(pack, r);
    put_around(pack, r->prev);
    put_around(pack, r->main);
    mh_dir_context_write(pack, r);
    mh_fields_core(pack, core);
}

static const char *about(request_rec *r)
{
    const char *text = apr_pstrcat(r->pool, r->method, " ", r->uri, NULL);

    return strlen(text) > ABOUT_MAX ? apr_pstrmemdup(r->pool, text, ABOUT_MAX)
                                    : text;
}

int mh_gateway_worker_message(request_rec *r, apr_table_t *headers,
                              mh_request_message_t *message, const char **why)
{
    apr_table_t *filtered = r->headers_in;
    const char *line = about(r);
    size_t fixed = strlen(line) + 128;
    mh_wire_writer_t writer;
    mh_pack_t pack;
    int error = 0;
    bool fits;

    message->memory = -1;
    r->headers_in = headers;
    message->body = mh_body_is_sent(r);
    message->id = mh_request_message_id();
    mh_pack_write(&pack, r->pool);
    put_request(&pack, r, filtered);
    r->headers_in = filtered;
    fits = fixed + pack.used <= MH_WIRE_MAX;
    message->data = apr_palloc(r->pool, fixed + (fits ? pack.used : 0));
    mh_wire_begin(&writer, message->data, fixed + (fits ? pack.used : 0),
                  MH_WIRE_REQUEST, message->id);
    mh_wire_put_string(&writer, MH_TAG_ABOUT, line);
    if (fits)
        mh_wire_put(&writer, MH_TAG_REQUEST, pack.data, pack.used);
    else
        message->memory = mh_channel_memory(pack.data, pack.used);
    if (!fits && message->memory < 0) {
        error = errno;
        *why = apr_psprintf(r->pool, "MH3029: memfd_create failed: %s",
                            strerror(error));
    }
    message->size = mh_wire_end(&writer);
    return error;
}
