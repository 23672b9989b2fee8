/*
 * server_facts.c - in a worker, answers for httpd's modules by the server facts
 * that came with the request.
 */
#include "module/worker/server_facts.h"

#include <stdlib.h>

#include "http_main.h"
#include "http_ssl.h"

#include "module/worker/rebuild.h"
#include "module/worker/stream.h"
#include "module/common/role.h"
#include "shared/worker_descriptors.h"

/* The names of the functions are those of httpd's modules: the core looks for
 * them. */
static const char *authn_ap_auth_type(request_rec *r)
{
    return mh_rebuild_server_facts()->auth_type;
}

static const char *authn_ap_auth_name(request_rec *r)
{
    return mh_rebuild_server_facts()->auth_name;
}

static int authz_some_auth_required(request_rec *r)
{
    return mh_rebuild_server_facts()->auth_required;
}

static int access_compat_ap_satisfies(request_rec *r)
{
    return mh_rebuild_server_facts()->satisfies;
}

/* mod_auth_basic's header: httpd knows no AuthName that a handler has set. */
static int note_auth_failure(request_rec *r, const char *type)
{
    const char *name = ap_auth_name(r);

    if (strcasecmp(type, "Basic") != 0)
        return DECLINED;
    apr_table_setn(r->err_headers_out,
                   r->proxyreq == PROXYREQ_PROXY ? "Proxy-Authenticate"
                                                 : "WWW-Authenticate",
                   apr_pstrcat(r->pool, "Basic realm=\"", name ? name : "",
                               "\"", NULL));
    return OK;
}

bool mh_server_facts_set_auth(request_rec *r, const char *directive,
                              const char *value)
{
    mh_server_facts_t *facts = mh_rebuild_server_facts();
    const char **place = strcmp(directive, "AuthType") ? &facts->auth_name
                                                       : &facts->auth_type;

    if (!mh_role_is_worker())
        return false;
    /* The value as mod_authn_core keeps it, for a header. */
    *place = place == &facts->auth_name ? ap_escape_quotes(r->pool, value)
                                        : apr_pstrdup(r->pool, value);
    return true;
}

int mh_server_facts_restarts(int own)
{
    const size_t size = sizeof(MH_RESTARTS_DEFINE) - 1;

    for (int i = 0; i < ap_server_config_defines->nelts; i++) {
        const char *name = APR_ARRAY_IDX(ap_server_config_defines, i, char *);

        if (!strncmp(name, MH_RESTARTS_DEFINE, size))
            return atoi(name + size);
    }
    return own;
}

const char *mh_server_facts_error_log(int number)
{
    const size_t size = sizeof(MH_ERROR_LOG_DEFINE) - 1;

    for (int i = 0; i < ap_server_config_defines->nelts; i++) {
        const char *name = APR_ARRAY_IDX(ap_server_config_defines, i, char *);
        char *end;

        if (!strncmp(name, MH_ERROR_LOG_DEFINE, size) &&
            strtol(name + size, &end, 10) == number && *end == '=')
            return end + 1;
    }
    return NULL;
}

static bool is_secure(void)
{
    return mh_stream_is_open() && mh_rebuild_server_facts()->secure;
}

static const char *scheme(const request_rec *r)
{
    return is_secure() ? "https" : NULL;
}

static apr_port_t port(const request_rec *r)
{
    return is_secure() ? 443 : 0;
}

static int is_ssl(conn_rec *c)
{
    return is_secure() ? OK : DECLINED;
}

void mh_server_facts_register(void)
{
    if (!ap_exists_config_define(MH_WORKER_DEFINE))
        return;
    APR_REGISTER_OPTIONAL_FN(authn_ap_auth_type);
    APR_REGISTER_OPTIONAL_FN(authn_ap_auth_name);
    APR_REGISTER_OPTIONAL_FN(authz_some_auth_required);
    APR_REGISTER_OPTIONAL_FN(access_compat_ap_satisfies);
    ap_hook_note_auth_failure(note_auth_failure, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_http_scheme(scheme, NULL, NULL, APR_HOOK_FIRST);
    ap_hook_default_port(port, NULL, NULL, APR_HOOK_FIRST);
    ap_hook_ssl_conn_is_ssl(is_ssl, NULL, NULL, APR_HOOK_FIRST);
}
