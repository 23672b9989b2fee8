/*
 * request_new.c - Apache2::RequestRec->new: a request that no client sent, for
 * protocol handlers.
 */
#include "module/api/core/method_table.h"

#include "http_config.h"
#include "http_protocol.h"

/* The same that httpd makes before it reads the request line. */
static request_rec *empty_request(conn_rec *c, apr_pool_t *pool)
{
    request_rec *r = apr_pcalloc(pool, sizeof *r);

    r->pool = pool;
    r->connection = c;
    r->server = c->base_server;
    r->request_time = apr_time_now();
    r->allowed_methods = ap_make_method_list(pool, 2);
    r->headers_in = apr_table_make(pool, 8);
    r->headers_out = apr_table_make(pool, 8);
    r->err_headers_out = apr_table_make(pool, 4);
    r->subprocess_env = apr_table_make(pool, 8);
    r->notes = apr_table_make(pool, 4);
    r->trailers_in = apr_table_make(pool, 1);
    r->trailers_out = apr_table_make(pool, 1);
    r->request_config = ap_create_request_config(pool);
    r->per_dir_config = r->server->lookup_defaults;
    r->proto_output_filters = r->output_filters = c->output_filters;
    r->proto_input_filters = r->input_filters = c->input_filters;
    r->useragent_addr = c->client_addr;
    r->useragent_ip = c->client_ip;
    r->status = HTTP_OK;
    r->read_body = REQUEST_NO_BODY;
    r->used_path_info = AP_REQ_DEFAULT_PATH_INFO;
    r->protocol = apr_pstrdup(pool, "UNKNOWN");
    r->the_request = apr_pstrdup(pool, "UNKNOWN");
    r->method = "GET";
    r->method_number = M_GET;
    r->uri = r->unparsed_uri = apr_pstrdup(pool, "/");
    return r;
}

/*
 * A request in a pool that Perl made keeps that pool alive. So that pool must
 * not keep the request's object alive.
 */
static SV *request_object(pTHX_ mh_call_t *call, request_rec *r)
{
    if (!mh_arg_given(call, 1) || !mh_object_is_owned(call->arg[1]))
        return mh_object_request(aTHX_ r);
    return mh_object_in_pool(aTHX_ call, 1, MH_REQUEST, r);
}

static SV *new_request(pTHX_ mh_call_t *call)
{
    conn_rec *c = mh_arg_object(aTHX_ call, 0, MH_CONNECTION);
    apr_pool_t *pool = mh_arg_object(aTHX_ call, 1, MH_POOL);
    request_rec *r;

    if (pool == NULL) {
        apr_pool_create(&pool, c->pool);
        apr_pool_tag(pool, "Apache2::RequestRec->new");
    }
    r = empty_request(c, pool);
    ap_run_create_request(r);
    return request_object(aTHX_ call, r);
}

static const mh_method_t request_new_methods[] = {
    MH_METHOD("new", ".C|P", new_request,
              "A new request, for protocol handlers"),
    MH_END,
};

const mh_api_t mh_api_request_new[] = {
    { "Apache2::RequestUtil", MH_REQUEST, request_new_methods },
    MH_API_END,
};
