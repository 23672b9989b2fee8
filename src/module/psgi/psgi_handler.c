/*
 * psgi_handler.c - see psgi_handler.h.
 */
#include "module/psgi/psgi_handler.h"

#include "ap_expr.h"

#include "module/config/config.h"
#include "module/request/response.h"

/* A mark in r->filename, as mod_proxy has one. */
#define NO_FILE "psgi:"
/* After mod_rewrite and mod_proxy, before modules that look for a file. */
#define AFTER_FIRST (APR_HOOK_FIRST + 5)

bool mh_psgi_is(const request_rec *r)
{
    return mh_dir_config(r)->psgi.file != NULL;
}

static bool is_psgi(const char *handler)
{
    return !strcmp(handler, MH_RESPONSE_PSGI);
}

bool mh_psgi_lacks_app(const request_rec *r)
{
    return is_psgi(r->handler) && !mh_psgi_is(r);
}

static int perl_psgi(request_rec *r)
{
    if (!is_psgi(r->handler))
        return DECLINED;
    if (mh_psgi_is(r))
        return mh_response_run(r);
    mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  "MH2022: %s: SetHandler " MH_RESPONSE_PSGI
                  " needs an application: write PerlPsgiApp FILE here",
                  r->uri);
    return HTTP_INTERNAL_SERVER_ERROR;
}

/*
 * The place as <Location> has it. A SetHandler inside may give the place to
 * another handler.
 */
static bool is_unmapped(request_rec *r)
{
    const core_dir_config *core;
    const char *problem = NULL;
    const char *handler;

    if (!mh_dir_config(r)->psgi.unmapped)
        return false;
    core = ap_get_core_module_config(r->per_dir_config);
    handler = core->expr_handler
                  ? ap_expr_str_exec(r, core->expr_handler, &problem)
                  : core->handler;
    return handler && is_psgi(handler);
}

/* There is no file, so a stat() for each part of the path is saved. */
static int translate_name(request_rec *r)
{
    if (!is_unmapped(r))
        return DECLINED;
    r->filename = apr_pstrcat(r->pool, NO_FILE, mh_dir_config(r)->psgi.file,
                              NULL);
    return OK;
}

/* httpd has replaced the place by the server's, so look it up again. */
static int map_to_storage(request_rec *r)
{
    return r->filename && !strncmp(r->filename, NO_FILE, strlen(NO_FILE))
               ? OK
               : DECLINED;
}

void mh_psgi_register(void)
{
    ap_hook_translate_name(translate_name, NULL, NULL, AFTER_FIRST);
    ap_hook_map_to_storage(map_to_storage, NULL, NULL, APR_HOOK_FIRST);
    /* After the handlers of most other requests. */
    ap_hook_handler(perl_psgi, NULL, NULL, APR_HOOK_MIDDLE + 1);
}
