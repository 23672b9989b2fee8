/*
 * env.c - the environment of a request: see psgi.h.
 *
 * PSGI 1.102, "The Environment": CGI's variables as far as they are about the
 * request. Variables that SetEnv, mod_ssl and other modules put into
 * subprocess_env come, too; CGI's variables about the machine (PATH,
 * DOCUMENT_ROOT) do not.
 */
#include "module/psgi/psgi.h"

#include "module/config/config.h"
#include "module/psgi/keys.h"

/* More than a request commonly has, so that the hash need not grow. */
#define ROOM 64

static void put(pTHX_ HV *env, mh_key_e key, const char *value)
{
    if (value)
        mh_psgi_put(aTHX_ env, key, newSVpvn(value, strlen(value)));
}

/* Variables of SetEnv, mod_ssl and other modules. */
static void put_table(pTHX_ HV *env, const apr_table_t *table)
{
    const apr_array_header_t *rows = apr_table_elts(table);

    for (int i = 0; i < rows->nelts; i++) {
        const apr_table_entry_t *row = &APR_ARRAY_IDX(rows, i,
                                                      apr_table_entry_t);
        const char *value = row->val ? row->val : "";

        (void)hv_store(env, row->key, (I32)strlen(row->key),
                       newSVpvn(value, strlen(value)), 0);
    }
}

static void put_headers(pTHX_ HV *env, const apr_table_t *table)
{
    const apr_array_header_t *rows = apr_table_elts(table);

    for (int i = 0; i < rows->nelts; i++) {
        const apr_table_entry_t *row = &APR_ARRAY_IDX(rows, i,
                                                      apr_table_entry_t);

        mh_psgi_put_header(aTHX_ env, row->key, row->val);
    }
}

static const char *number(request_rec *r, int value)
{
    return apr_itoa(r->pool, value);
}

static void put_connection(pTHX_ HV *env, request_rec *r)
{
    const char *scheme = ap_http_scheme(r);

    put(aTHX_ env, MH_KEY_SERVER_NAME, ap_get_server_name_for_url(r));
    put(aTHX_ env, MH_KEY_SERVER_PORT, number(r, ap_get_server_port(r)));
    put(aTHX_ env, MH_KEY_REMOTE_ADDR, r->useragent_ip);
    put(aTHX_ env, MH_KEY_REMOTE_PORT, number(r, r->useragent_addr->port));
    put(aTHX_ env, MH_KEY_REMOTE_USER, r->user);
    put(aTHX_ env, MH_KEY_AUTH_TYPE, r->ap_auth_type);
    put(aTHX_ env, MH_KEY_URL_SCHEME, scheme);
    if (!strcmp(scheme, "https"))
        put(aTHX_ env, MH_KEY_HTTPS, "on");
}

/*
 * The path as the client sent it, without scheme and host if the request had a
 * whole URL.
 */
static const char *request_uri(const request_rec *r)
{
    const char *uri = r->unparsed_uri ? r->unparsed_uri : r->uri;
    const char *host = *uri == '/' ? NULL : strstr(uri, "://");
    const char *path = host ? strchr(host + 3, '/') : uri;

    return path ? path : "/";
}

/*
 * httpd merges slashes before it compares a path with its configuration. An
 * application sees all slashes that the client sent, unless the path was
 * rewritten.
 */
static const char *path_of(request_rec *r, const char *sent)
{
    char *path = apr_pstrmemdup(r->pool, sent, strcspn(sent, "?"));
    char *merged;

    if (ap_unescape_url(path) != OK)
        return r->uri;
    merged = apr_pstrdup(r->pool, path);
    ap_no2slash(merged);
    return strcmp(merged, r->uri) ? r->uri : path;
}

/*
 * The size of the path's beginning at which the application is mounted: its
 * <Location>, unless that is a pattern.
 */
static size_t mount_size(const request_rec *r)
{
    const char *place = mh_dir_config(r)->psgi.mount;
    size_t size = place ? strlen(place) : 0;

    while (size && place[size - 1] == '/')
        size--;
    if (strncmp(r->uri, place ? place : "", size) != 0 ||
        (r->uri[size] && r->uri[size] != '/'))
        return 0;
    return size;
}

static void put_request(pTHX_ HV *env, request_rec *r)
{
    size_t size = mount_size(r);
    const char *sent = request_uri(r);
    const char *path = path_of(r, sent);

    put(aTHX_ env, MH_KEY_REQUEST_METHOD, r->method);
    put(aTHX_ env, MH_KEY_REQUEST_URI, sent);
    put(aTHX_ env, MH_KEY_QUERY_STRING, r->args ? r->args : "");
    put(aTHX_ env, MH_KEY_SERVER_PROTOCOL, r->protocol);
    mh_psgi_put(aTHX_ env, MH_KEY_SCRIPT_NAME, newSVpvn(r->uri, size));
    put(aTHX_ env, MH_KEY_PATH_INFO,
        strncmp(path, r->uri, size) ? r->uri + size : path + size);
}

static void put_flag(pTHX_ HV *env, mh_key_e key, bool value)
{
    mh_psgi_put(aTHX_ env, key, newSVsv(boolSV(value)));
}

/* Each request has values of its own: a middleware may change them. */
static void put_psgi(pTHX_ HV *env)
{
    put_flag(aTHX_ env, MH_KEY_MULTITHREAD, false);
    put_flag(aTHX_ env, MH_KEY_MULTIPROCESS, true);
    put_flag(aTHX_ env, MH_KEY_RUN_ONCE, false);
    put_flag(aTHX_ env, MH_KEY_NONBLOCKING, false);
    put_flag(aTHX_ env, MH_KEY_STREAMING, true);
    put_flag(aTHX_ env, MH_KEY_HARAKIRI, true);
    put_flag(aTHX_ env, MH_KEY_CLEANUP, true);
    mh_psgi_put(aTHX_ env, MH_KEY_CLEANUP_HANDLERS, newRV_noinc((SV *)newAV()));
    mh_psgi_put_callbacks(aTHX_ env);
}

void mh_psgi_environment(pTHX_ HV *env, request_rec *r)
{
    hv_ksplit(env, ROOM);
    put_table(aTHX_ env, r->subprocess_env);
    put_headers(aTHX_ env, r->headers_in);
    put_connection(aTHX_ env, r);
    put_request(aTHX_ env, r);
    put_psgi(aTHX_ env);
    mh_psgi_put_input(aTHX_ env, r);
}
