/*
 * perl.c - see perl.h.
 */
#include "module/gateway/ssi/perl.h"

#include "module/common/httpd_headers.h"
#include "mod_include.h"
#include "module/common/message.h"

#define SUB "Apache::Include"

static APR_OPTIONAL_FN_TYPE(ap_ssi_get_tag_and_value) * next_argument;
static APR_OPTIONAL_FN_TYPE(ap_ssi_parse_string) * expand;

/* The attributes of one element; NULL: it has no such attribute. */
typedef struct {
    const char *sub;
    const char *uri;
} element_t;

static bool may_run(const include_ctx_t *ctx, const request_rec *r)
{
    if (!(ctx->flags & SSI_FLAG_NO_EXEC))
        return true;
    mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  "MH3087: perl in %s: Options IncludesNoExec forbids it",
                  r->filename);
    return false;
}

static element_t read_element(include_ctx_t *ctx)
{
    element_t element = { NULL, NULL };
    char *name = NULL;
    char *value = NULL;

    while (true) {
        next_argument(ctx, &name, &value, SSI_VALUE_DECODED);
        if (!name || !value)
            return element;
        if (!strcmp(name, "sub"))
            element.sub = value;
        else if (!strcmp(name, "arg") && !element.uri)
            element.uri = value;
    }
}

static bool is_served(const request_rec *r, const element_t *element)
{
    if (element->sub && !strcmp(element->sub, SUB) && element->uri)
        return true;
    mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  "MH3088: perl in %s: write sub=\"%s\" arg=\"/URI\"; the sub "
                  "%s cannot be called from a page",
                  r->filename, SUB, element->sub ? element->sub : "(none)");
    return false;
}

static bool run(include_ctx_t *ctx, ap_filter_t *f, const char *value)
{
    char uri[MAX_STRING_LEN];
    request_rec *rr;
    int status;

    expand(ctx, value, uri, sizeof(uri), SSI_EXPAND_DROP_NAME);
    rr = ap_sub_req_lookup_uri(uri, f->r, f->next);
    status = rr->status == HTTP_OK ? ap_run_sub_req(rr) : rr->status;
    ap_destroy_sub_req(rr);
    if (status == OK)
        return true;
    mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, f->r,
                  "MH3089: perl in %s: %s answers with status %d",
                  f->r->filename, uri, status);
    return false;
}

static apr_status_t on_perl(include_ctx_t *ctx, ap_filter_t *f,
                            apr_bucket_brigade *bb)
{
    element_t element;

    if (!(ctx->flags & SSI_FLAG_PRINTING))
        return APR_SUCCESS;
    element = read_element(ctx);
    if (!may_run(ctx, f->r) || !is_served(f->r, &element) ||
        !run(ctx, f, element.uri))
        SSI_CREATE_ERROR_BUCKET(ctx, f, bb);
    return APR_SUCCESS;
}

void mh_ssi_perl_offer(void)
{
    APR_OPTIONAL_FN_TYPE(ap_register_include_handler) *offer =
        APR_RETRIEVE_OPTIONAL_FN(ap_register_include_handler);

    next_argument = APR_RETRIEVE_OPTIONAL_FN(ap_ssi_get_tag_and_value);
    expand = APR_RETRIEVE_OPTIONAL_FN(ap_ssi_parse_string);
    if (offer && next_argument && expand)
        offer((char *)(uintptr_t) "perl", on_perl);
}
