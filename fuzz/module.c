/*
 * module.c - stands in for httpd and for the rest of the module, as far as the
 * parsers call them.
 */
#include "module.h"

#include "fuzz.h"

#include "apr_buckets.h"

#include "module/config/config.h"
#include "module/gateway/worker/answer_length.h"
#include "module/gateway/worker/answer_names.h"
#include "module/gateway/process/process_input.h"
#include "module/perl/interpreter.h"
#include "module/request/context/front.h"
#include "module/request/handler.h"
#include "module/request/timing.h"
#include "module/worker/rebuild.h"
#include "module/worker/stream.h"
#include "shared/recycle.h"
#include "module/common/role.h"

#define MODULES 2 /* the core, and ours */

module perl_module = { .module_index = 1 };
mh_interpreter_t mehari;
bool mh_handlers_exist[MH_HOOKS];
bool mh_role_worker;
const mh_front_t *mh_front;

static size_t logged;
static int wanted;

static void make_server(apr_pool_t *pool)
{
    server_rec *s = apr_pcalloc(pool, sizeof(*s));
    void **configs = apr_pcalloc(pool, sizeof(void *) * MODULES);

    configs[1] = apr_pcalloc(pool, sizeof(mh_server_config_t));
    s->module_config = (ap_conf_vector_t *)configs;
    s->lookup_defaults = (ap_conf_vector_t *)configs;
    mehari.server = s;
    mh_rebuild_hosts(s, pool);
}

apr_pool_t *mh_fuzz_pool(void)
{
    apr_pool_t *pool;

    if (!mehari.pconf) {
        apr_initialize();
        apr_pool_create(&mehari.pconf, NULL);
        make_server(mehari.pconf);
    }
    apr_pool_create(&pool, mehari.pconf);
    return pool;
}

conn_rec *mh_fuzz_connection(apr_pool_t *pool)
{
    conn_rec *c = apr_pcalloc(pool, sizeof(*c));

    c->pool = pool;
    c->base_server = mehari.server;
    c->notes = apr_table_make(pool, 2);
    c->bucket_alloc = apr_bucket_alloc_create(pool);
    return c;
}

size_t mh_fuzz_logged(void)
{
    size_t size = logged;

    logged = 0;
    return size;
}

int mh_fuzz_wanted(void)
{
    int times = wanted;

    wanted = 0;
    return times;
}

/* --- the module's own that needs httpd --- */

bool mh_gateway_answer_length(const apr_table_t *headers, apr_off_t *length)
{
    const char *value = apr_table_get(headers, "Content-Length");

    return value && apr_strtoff(length, value, NULL, 10) == APR_SUCCESS;
}

void mh_gateway_answer_length_watch(request_rec *r)
{
    (void)r;
}

bool mh_gateway_answer_names_has(mh_gateway_answer_names_e what,
                                 const char *name)
{
    (void)what;
    return *name != '-';
}

const char *const mh_timing_notes[] = { "perl-timing", NULL };

bool mh_timing_is_on(request_rec *r)
{
    return r->pool != NULL;
}

/* --- httpd -------------------------------------------------------------- */

request_rec *ap_create_request(conn_rec *c)
{
    request_rec *r = apr_pcalloc(c->pool, sizeof(*r));

    r->pool = c->pool;
    r->connection = c;
    r->server = c->base_server;
    r->headers_in = apr_table_make(r->pool, 2);
    r->headers_out = apr_table_make(r->pool, 2);
    r->err_headers_out = apr_table_make(r->pool, 2);
    r->trailers_in = apr_table_make(r->pool, 2);
    r->subprocess_env = apr_table_make(r->pool, 2);
    r->notes = apr_table_make(r->pool, 2);
    r->allowed_methods = ap_make_method_list(r->pool, 2);
    return r;
}

void ap_set_content_type_ex(request_rec *r, const char *type, int trusted)
{
    mh_fuzz_expect(!trusted, "a worker's type chooses no handler");
    r->content_type = type;
}

int ap_find_token(apr_pool_t *pool, const char *line, const char *token)
{
    (void)pool;
    return strstr(line, token) != NULL;
}

void ap_hook_log_transaction(ap_HOOK_log_transaction_t *function,
                             const char *const *before,
                             const char *const *after, int order)
{
    (void)function;
    (void)before;
    (void)after;
    (void)order;
}

ap_method_list_t *ap_make_method_list(apr_pool_t *pool, int nelts)
{
    ap_method_list_t *list = apr_pcalloc(pool, sizeof(*list));

    list->method_list = apr_array_make(pool, nelts, sizeof(char *));
    return list;
}

ap_conf_vector_t *ap_create_conn_config(apr_pool_t *pool)
{
    return apr_pcalloc(pool, sizeof(void *) * MODULES);
}

ap_conf_vector_t *ap_create_per_dir_config(apr_pool_t *pool)
{
    return apr_pcalloc(pool, sizeof(void *) * MODULES);
}

ap_conf_vector_t *ap_merge_per_dir_configs(apr_pool_t *pool,
                                           ap_conf_vector_t *base,
                                           ap_conf_vector_t *add)
{
    (void)base;
    ap_set_core_module_config(add, apr_pcalloc(pool, sizeof(core_dir_config)));
    return add;
}

void ap_set_document_root(request_rec *r, const char *root)
{
    r->filename = apr_pstrdup(r->pool, root);
}

void ap_set_context_info(request_rec *r, const char *prefix, const char *root)
{
    r->filename = apr_pstrcat(r->pool, prefix ? prefix : "", root, NULL);
}

void ap_set_content_type(request_rec *r, const char *type)
{
    r->content_type = type;
}

static void log_text(const char *file, const char *format, va_list list)
{
    mh_fuzz_expect(!strcmp(format, "%s"), "no text is a format");
    logged += strlen(va_arg(list, const char *)) + (file ? strlen(file) : 0);
}

void ap_log_error_(const char *file, int line, int index, int level,
                   apr_status_t status, const server_rec *s, const char *format,
                   ...)
{
    va_list list;

    va_start(list, format);
    log_text(file, format, list);
    va_end(list);
}

void ap_log_rerror_(const char *file, int line, int index, int level,
                    apr_status_t status, const request_rec *r,
                    const char *format, ...)
{
    va_list list;

    va_start(list, format);
    log_text(file, format, list);
    va_end(list);
}

/* --- the module --------------------------------------------------------- */

void ap_send_interim_response(request_rec *r, int send_headers)
{
    mh_fuzz_expect(send_headers && r->status > 101 && r->status < 200,
                   "what is sent ahead says so");
    apr_table_clear(r->headers_out);
}

void mh_stream_attach(conn_rec *c)
{
    c->keepalive = AP_CONN_UNKNOWN;
}

void mh_recycle_due(void)
{
}

void mh_process_input_wanted(struct mh_process_t *script)
{
    (void)script;
    wanted++;
}

apr_array_header_t *mh_handlers_of_request(request_rec *r, mh_hook_e hook)
{
    return mh_dir_config(r)->handlers[hook];
}
