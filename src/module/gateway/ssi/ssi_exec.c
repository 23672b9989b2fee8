/*
 * ssi_exec.c - <!--#exec --> in a page: see ssi.h.
 */
#include "module/gateway/ssi/ssi.h"

#include "module/common/httpd_headers.h"
#include "module/gateway/cgi/cgi_handler.h"
#include "mod_include.h"
#include "module/common/message.h"

static APR_OPTIONAL_FN_TYPE(ap_ssi_get_tag_and_value) * next_argument;
static APR_OPTIONAL_FN_TYPE(ap_ssi_parse_string) * expand;

static void link_to(include_ctx_t *ctx, ap_filter_t *f, apr_bucket_brigade *bb,
                    const char *location)
{
    const char *url = ap_escape_html(ctx->pool, location);
    const char *html = apr_pstrcat(ctx->pool, "<a href=\"", url, "\">", url,
                                   "</a>", NULL);

    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_pool_create(html, strlen(html),
                                                       ctx->pool,
                                                       f->c->bucket_alloc));
}

/* A plain script without path info or query of its own gets the page's. */
static bool is_script(const request_rec *rr)
{
    return rr->status == HTTP_OK && rr->finfo.filetype == APR_REG &&
           !(rr->path_info && *rr->path_info) && !rr->args;
}

static bool run_script(include_ctx_t *ctx, ap_filter_t *f,
                       apr_bucket_brigade *bb, const char *uri)
{
    request_rec *r = f->r;
    request_rec *rr = ap_sub_req_lookup_uri(uri, r, f->next);
    const char *location;

    if (!is_script(rr)) {
        ap_destroy_sub_req(rr);
        return false;
    }
    rr->path_info = r->path_info;
    rr->args = r->args;
    rr->handler = MH_CGI_HANDLER;
    if (ap_is_HTTP_REDIRECT(ap_run_sub_req(rr))) {
        location = apr_table_get(rr->headers_out, "Location");
        if (location)
            link_to(ctx, f, bb, location);
    }
    ap_destroy_sub_req(rr);
    return true;
}

static bool run_cgi(include_ctx_t *ctx, ap_filter_t *f, apr_bucket_brigade *bb,
                    const char *value)
{
    char uri[MAX_STRING_LEN];

    expand(ctx, value, uri, sizeof(uri), SSI_EXPAND_DROP_NAME);
    if (run_script(ctx, f, bb, uri))
        return true;
    mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, f->r,
                  "MH3016: exec cgi in %s: %s is not a script that can run",
                  f->r->filename, value);
    return false;
}

static bool run_command(include_ctx_t *ctx, ap_filter_t *f,
                        apr_bucket_brigade *bb, const char *value)
{
    char command[MAX_STRING_LEN];
    const char *why;

    expand(ctx, value, command, sizeof(command), SSI_EXPAND_LEAVE_NAME);
    why = mh_ssi_command(f, bb, command);
    if (!why)
        return true;
    mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, f->r, "MH3017: exec cmd in %s: %s",
                  f->r->filename, why + mh_code_length(why));
    return false;
}

/* Reads one argument of the tag; false: it is wrong, and the log says why. */
static bool take_argument(include_ctx_t *ctx, ap_filter_t *f,
                          apr_bucket_brigade *bb, const char *name,
                          const char *value)
{
    if (!strcmp(name, "cgi"))
        return run_cgi(ctx, f, bb, value);
    if (!strcmp(name, "cmd"))
        return run_command(ctx, f, bb, value);
    mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, f->r,
                  "MH3018: exec in %s: use cgi or cmd, not %s", f->r->filename,
                  name);
    return false;
}

static bool may_execute(const include_ctx_t *ctx, const request_rec *r)
{
    if (ctx->argc && !(ctx->flags & SSI_FLAG_NO_EXEC))
        return true;
    mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  ctx->argc
                      ? "MH3019: exec in %s: Options IncludesNoExec forbids it"
                      : "MH3020: exec in %s: it has neither cgi nor cmd",
                  r->filename);
    return false;
}

static apr_status_t on_exec(include_ctx_t *ctx, ap_filter_t *f,
                            apr_bucket_brigade *bb)
{
    bool good;

    if (!(ctx->flags & SSI_FLAG_PRINTING))
        return APR_SUCCESS;
    good = may_execute(ctx, f->r);
    while (good) {
        char *name = NULL;
        char *value = NULL;

        next_argument(ctx, &name, &value, SSI_VALUE_DECODED);
        if (!name || !value)
            return APR_SUCCESS;
        good = take_argument(ctx, f, bb, name, value);
    }
    SSI_CREATE_ERROR_BUCKET(ctx, f, bb);
    return APR_SUCCESS;
}

void mh_ssi_exec_offer(void)
{
    APR_OPTIONAL_FN_TYPE(ap_register_include_handler) * offer;

    if (ap_find_linked_module("mod_cgi.c") ||
        ap_find_linked_module("mod_cgid.c"))
        return;
    offer = APR_RETRIEVE_OPTIONAL_FN(ap_register_include_handler);
    next_argument = APR_RETRIEVE_OPTIONAL_FN(ap_ssi_get_tag_and_value);
    expand = APR_RETRIEVE_OPTIONAL_FN(ap_ssi_parse_string);
    if (offer && next_argument && expand)
        offer((char *)(uintptr_t) "exec", on_exec);
}
