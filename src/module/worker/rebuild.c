/*
 * rebuild.c - see rebuild.h.
 */
#include "module/worker/rebuild.h"

#include <stdlib.h>

#include "module/config/config.h"
#include "module/worker/dir_context.h"
#include "module/worker/stream.h"

/* httpd itself follows no longer chain of redirects. */
#define DEPTH_MAX 20

static server_rec **hosts;
static int host_count;
static mh_server_facts_t facts;

/* The order in which the gateway has written them. */
static int by_line(const void *one, const void *other)
{
    const server_rec *a = *(server_rec *const *)one;
    const server_rec *b = *(server_rec *const *)other;

    if (a->is_virtual != b->is_virtual)
        return a->is_virtual ? 1 : -1;
    return a->defn_line_number < b->defn_line_number ? -1 : 1;
}

void mh_rebuild_hosts(server_rec *s, apr_pool_t *pool)
{
    host_count = 0;
    for (server_rec *each = s; each; each = each->next)
        host_count++;
    hosts = apr_palloc(pool, sizeof(void *) * (size_t)host_count);
    host_count = 0;
    for (server_rec *each = s; each; each = each->next)
        hosts[host_count++] = each;
    qsort(hosts, (size_t)host_count, sizeof(void *), by_line);
}

server_rec *mh_rebuild_host(int number)
{
    return number < host_count ? hosts[number] : NULL;
}

mh_server_facts_t *mh_rebuild_server_facts(void)
{
    return &facts;
}

static conn_rec *new_connection(apr_pool_t *parent, server_rec *s)
{
    apr_pool_t *pool;
    conn_rec *c;

    apr_pool_create(&pool, parent);
    c = apr_pcalloc(pool, sizeof(*c));
    c->pool = pool;
    c->base_server = s;
    c->conn_config = ap_create_conn_config(pool);
    c->notes = apr_table_make(pool, 2);
    c->bucket_alloc = apr_bucket_alloc_create(pool);
    mh_stream_attach(c);
    return c;
}

/* Sets the dir contexts of our own module and of the core. */
static bool set_place(mh_pack_t *pack, request_rec *r)
{
    core_dir_config *core;
    mh_dir_config_t *dir = mh_dir_context_read(pack, r->server);

    if (!dir)
        return false;
    r->per_dir_config = ap_merge_per_dir_configs(
        r->pool, r->server->lookup_defaults, ap_create_per_dir_config(r->pool));
    ap_set_module_config(r->per_dir_config, &perl_module, dir);
    core = apr_pmemdup(r->pool, ap_get_core_module_config(r->per_dir_config),
                       sizeof(*core));
    mh_fields_core(pack, core);
    ap_set_core_module_config(r->per_dir_config, core);
    return true;
}

static void set_facts(request_rec *r)
{
    struct ap_logconf *log = apr_pcalloc(r->pool, sizeof(*log));

    log->level = facts.log_level;
    r->log = log;
    if (facts.document_root)
        ap_set_document_root(r, facts.document_root);
    if (facts.context_prefix || facts.context_root)
        ap_set_context_info(r, facts.context_prefix, facts.context_root);
}

/* The filters of HTTP are left out: httpd has them. */
static request_rec *new_request(conn_rec *c, server_rec *s)
{
    request_rec *r = ap_create_request(c);

    r->server = s;
    r->output_filters = r->proto_output_filters = c->output_filters;
    r->input_filters = r->proto_input_filters = c->input_filters;
    return r;
}

/* Requests around this one: a redirect's origin, a subrequest's parent. */
static request_rec *around(mh_pack_t *pack, request_rec *r, int depth)
{
    int kind = 0;
    request_rec *outer;

    mh_pack_int(pack, &kind);
    if (kind && depth > DEPTH_MAX)
        pack->wrong = true;
    if (!kind || pack->wrong)
        return NULL;
    outer = new_request(r->connection, r->server);
    mh_fields_request(pack, outer);
    outer->prev = around(pack, outer, depth + 1);
    outer->main = around(pack, outer, depth + 1);
    return outer;
}

static request_rec *fill(mh_pack_t *pack, conn_rec *c, server_rec *s)
{
    request_rec *r;

    mh_fields_connection(pack, c);
    r = new_request(c, s);
    mh_fields_request(pack, r);
    r->prev = around(pack, r, 0);
    r->main = around(pack, r, 0);
    if (r->prev)
        r->prev->next = r;
    if (!set_place(pack, r) || pack->wrong)
        return NULL;
    set_facts(r);
    return r;
}

static int add_row(void *table, const char *name, const char *value)
{
    apr_table_add(table, name, value);
    return 1;
}

static int unset_row(void *table, const char *name, const char *value)
{
    apr_table_unset(table, name);
    return 1;
}

void mh_rebuild_filtered(request_rec *r)
{
    apr_table_do(unset_row, r->headers_in, facts.lost, NULL);
    apr_table_do(add_row, r->headers_in, facts.gained, NULL);
}

request_rec *mh_rebuild(char *data, size_t size, apr_pool_t *parent,
                        bool *has_body)
{
    mh_pack_t pack;
    request_rec *r;
    conn_rec *c;

    mh_pack_read(&pack, parent, data, size);
    memset(&facts, 0, sizeof(facts));
    facts.lost = apr_table_make(parent, 0);
    facts.gained = apr_table_make(parent, 0);
    mh_fields_facts(&pack, &facts);
    if (pack.wrong || facts.host < 0 || facts.host >= host_count)
        return NULL;
    *has_body = facts.has_body;
    c = new_connection(parent, hosts[facts.host]);
    pack.pool = c->pool;
    r = fill(&pack, c, hosts[facts.host]);
    if (!r)
        apr_pool_destroy(c->pool);
    return r;
}
