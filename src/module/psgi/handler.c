/*
 * handler.c - see handler.h.
 */
#include "module/psgi/handler.h"

#include "ap_expr.h"

#include "module/config/config.h"

#define HANDLER "perl-psgi"
/* In r->filename, as mod_proxy has its own. */
#define NO_FILE "psgi:"
/* After mod_rewrite and mod_proxy, before what looks for a file. */
#define AFTER_FIRST (APR_HOOK_FIRST + 5)

bool mh_psgi_is(const request_rec *r)
{
    return mh_dir_config(r)->psgi.file != NULL;
}

/* Before anybody asks whose request it is. */
static int become_modperl(request_rec *r)
{
    if (!r->handler || strcmp(r->handler, HANDLER) != 0)
        return DECLINED;
    if (!mh_psgi_is(r)) {
        mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "MH2022: %s: SetHandler " HANDLER
                      " needs an application: write PerlPsgiApp FILE here",
                      r->uri);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    r->handler = "modperl";
    return OK;
}

/*
 * The place as <Location> has it; SetHandler inside it may make it somebody
 * else's.
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
    return handler && !strcmp(handler, HANDLER);
}

/* No file is looked for: a stat() for each part of a path, for nothing. */
static int translate_name(request_rec *r)
{
    if (!is_unmapped(r))
        return DECLINED;
    r->filename = apr_pstrcat(r->pool, NO_FILE, mh_dir_config(r)->psgi.file,
                              NULL);
    return OK;
}

/* The place is not known any more: httpd has put it back to the server's. */
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
    ap_hook_fixups(become_modperl, NULL, NULL, APR_HOOK_REALLY_FIRST);
}
