/*
 * fields.c - see fields.h.
 */
#include "module/worker/fields.h"

#include "module/common/finfo.h"

void mh_fields_facts(mh_pack_t *pack, mh_server_facts_t *facts)
{
    mh_pack_int(pack, &facts->host);
    mh_pack_int(pack, &facts->has_body);
    mh_pack_int(pack, &facts->secure);
    mh_pack_int(pack, &facts->log_level);
    mh_pack_text(pack, &facts->document_root);
    mh_pack_text(pack, &facts->context_prefix);
    mh_pack_text(pack, &facts->context_root);
    mh_pack_text(pack, &facts->path_translated);
    mh_pack_text(pack, &facts->auth_type);
    mh_pack_text(pack, &facts->auth_name);
    mh_pack_int(pack, &facts->auth_required);
    mh_pack_int(pack, &facts->satisfies);
    mh_pack_table(pack, facts->lost);
    mh_pack_table(pack, facts->gained);
}

void mh_fields_connection(mh_pack_t *pack, conn_rec *c)
{
    apr_int64_t id = c->id;
    int keepalive = c->keepalive;

    mh_pack_long(pack, &id);
    mh_pack_int(pack, &keepalive);
    c->id = (long)id;
    c->keepalive = (ap_conn_keepalive_e)keepalive;
    mh_pack_int(pack, &c->keepalives);
    mh_pack_address(pack, &c->local_addr);
    mh_pack_address(pack, &c->client_addr);
    mh_pack_string(pack, &c->client_ip);
    mh_pack_string(pack, &c->remote_host);
    mh_pack_string(pack, &c->remote_logname);
    mh_pack_string(pack, &c->local_ip);
    mh_pack_string(pack, &c->local_host);
    mh_pack_text(pack, &c->log_id);
    mh_pack_table(pack, c->notes);
}

static void uri_fields(mh_pack_t *pack, apr_uri_t *uri)
{
    int port = uri->port;

    mh_pack_string(pack, &uri->scheme);
    mh_pack_string(pack, &uri->hostinfo);
    mh_pack_string(pack, &uri->user);
    mh_pack_string(pack, &uri->password);
    mh_pack_string(pack, &uri->hostname);
    mh_pack_string(pack, &uri->port_str);
    mh_pack_string(pack, &uri->path);
    mh_pack_string(pack, &uri->query);
    mh_pack_string(pack, &uri->fragment);
    mh_pack_int(pack, &port);
    uri->port = (apr_port_t)port;
    uri->is_initialized = 1;
}

/* stat() is not called again: the handler sees httpd's result. */
static void file_fields(mh_pack_t *pack, request_rec *r)
{
    apr_finfo_t info = r->finfo;
    const char *path = mh_finfo_path(&info);
    const char *name = mh_finfo_name(&info);

    mh_pack_bytes(pack, &info, sizeof(info));
    mh_pack_text(pack, &path);
    mh_pack_text(pack, &name);
    if (!pack->reading)
        return;
    info.pool = pack->pool;
    info.fname = path;
    info.name = name;
    info.filehand = NULL;
    r->finfo = info;
}

static void line_fields(mh_pack_t *pack, request_rec *r)
{
    mh_pack_string(pack, &r->the_request);
    mh_pack_int(pack, &r->assbackwards);
    mh_pack_int(pack, &r->proxyreq);
    mh_pack_int(pack, &r->header_only);
    mh_pack_int(pack, &r->proto_num);
    mh_pack_string(pack, &r->protocol);
    mh_pack_text(pack, &r->hostname);
    mh_pack_text(pack, &r->method);
    mh_pack_int(pack, &r->method_number);
    mh_pack_string(pack, &r->unparsed_uri);
    mh_pack_string(pack, &r->uri);
    mh_pack_string(pack, &r->args);
    mh_pack_string(pack, &r->path_info);
    mh_pack_string(pack, &r->filename);
    mh_pack_string(pack, &r->canonical_filename);
    uri_fields(pack, &r->parsed_uri);
}

static void table_fields(mh_pack_t *pack, request_rec *r)
{
    mh_pack_table(pack, r->headers_in);
    mh_pack_table(pack, r->headers_out);
    mh_pack_table(pack, r->err_headers_out);
    mh_pack_table(pack, r->subprocess_env);
    mh_pack_table(pack, r->notes);
    mh_pack_table(pack, r->trailers_in);
}

void mh_fields_request(mh_pack_t *pack, request_rec *r)
{
    line_fields(pack, r);
    table_fields(pack, r);
    file_fields(pack, r);
    mh_pack_text(pack, &r->handler);
    mh_pack_text(pack, &r->content_type);
    mh_pack_text(pack, &r->content_encoding);
    mh_pack_texts(pack, &r->content_languages);
    mh_pack_string(pack, &r->vlist_validator);
    mh_pack_text(pack, &r->range);
    mh_pack_string(pack, &r->user);
    mh_pack_string(pack, &r->ap_auth_type);
    mh_pack_text(pack, &r->status_line);
    mh_pack_int(pack, &r->status);
    mh_pack_long(pack, &r->request_time);
    mh_pack_long(pack, &r->mtime);
    mh_pack_long(pack, &r->allowed);
    mh_pack_int(pack, &r->used_path_info);
    mh_pack_int(pack, &r->no_cache);
    mh_pack_int(pack, &r->no_local_copy);
    mh_pack_address(pack, &r->useragent_addr);
    mh_pack_string(pack, &r->useragent_ip);
    mh_pack_string(pack, &r->useragent_host);
    mh_pack_text(pack, &r->log_id);
}

/* Bit fields and their neighbours travel as numbers. */
void mh_fields_core(mh_pack_t *pack, core_dir_config *core)
{
    int options = core->opts;
    int names = core->use_canonical_name;
    int ports = core->use_canonical_phys_port;
    int lookups = core->hostname_lookups;
    int signature = core->server_signature;
    int authorization = core->cgi_pass_auth;
    apr_int64_t limit = core->limit_req_body;

    mh_pack_int(pack, &options);
    mh_pack_int(pack, &names);
    mh_pack_int(pack, &ports);
    mh_pack_int(pack, &lookups);
    mh_pack_int(pack, &signature);
    mh_pack_int(pack, &authorization);
    mh_pack_long(pack, &limit);
    mh_pack_bytes(pack, &core->etag_bits, sizeof(core->etag_bits));
    mh_pack_bytes(pack, &core->etag_add, sizeof(core->etag_add));
    mh_pack_bytes(pack, &core->etag_remove, sizeof(core->etag_remove));
    mh_pack_bytes(pack, &core->override, sizeof(core->override));
    mh_pack_bytes(pack, &core->override_opts, sizeof(core->override_opts));
    if (!pack->reading)
        return;
    core->opts = (allow_options_t)options;
    core->use_canonical_name = (unsigned)names & 3;
    core->use_canonical_phys_port = (unsigned)ports & 3;
    core->hostname_lookups = (unsigned)lookups & 3;
    core->server_signature = (server_signature_e)signature;
    core->cgi_pass_auth = (unsigned)authorization & 3;
    core->limit_req_body = limit;
}

/* The tables are emptied before they are read, because they hold old values. */
static void replace_table(mh_pack_t *pack, apr_table_t *table)
{
    if (pack->reading)
        apr_table_clear(table);
    mh_pack_table(pack, table);
}

void mh_fields_interim(mh_pack_t *pack, int *status, apr_table_t *headers)
{
    mh_pack_int(pack, status);
    mh_pack_table(pack, headers);
}

void mh_fields_response(mh_pack_t *pack, request_rec *r)
{
    mh_pack_int(pack, &r->status);
    mh_pack_text(pack, &r->status_line);
    mh_pack_text(pack, &r->content_type);
    mh_pack_text(pack, &r->content_encoding);
    mh_pack_texts(pack, &r->content_languages);
    replace_table(pack, r->headers_out);
    replace_table(pack, r->err_headers_out);
    mh_pack_long(pack, &r->mtime);
    mh_pack_long(pack, &r->allowed);
    mh_pack_int(pack, &r->no_cache);
    mh_pack_int(pack, &r->no_local_copy);
    mh_pack_int(pack, &r->assbackwards);
    mh_pack_long(pack, &r->allowed_methods->method_mask);
}

void mh_fields_remains(mh_pack_t *pack, request_rec *r)
{
    mh_pack_text(pack, &r->handler);
    replace_table(pack, r->notes);
    replace_table(pack, r->subprocess_env);
}
