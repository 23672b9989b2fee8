/*
 * ssi_perl.c - <!--#perl --> in a page: see ssi.h.
 */
#include "module/gateway/ssi/ssi.h"

#include "module/common/httpd_headers.h"
#include "mod_include.h"
#include "module/common/message.h"
#include "module/gateway/ssi/page_sub.h"

/*
 * The only sub that a page may name without PerlSsiSub: it makes a subrequest.
 */
#define INCLUDE "Apache::Include"

static APR_OPTIONAL_FN_TYPE(ap_ssi_get_tag_and_value) * next_word;
static APR_OPTIONAL_FN_TYPE(ap_ssi_parse_string) * expand_word;

/* The attributes of one element. */
typedef struct {
    const char *sub;           /* NULL: it has no such attribute */
    apr_array_header_t *words; /* char *: each arg, expanded */
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
    element_t element = {
        .words = apr_array_make(ctx->dpool, 2, sizeof(char *)),
    };
    char *name = NULL;
    char *value = NULL;

    while (true) {
        next_word(ctx, &name, &value, SSI_VALUE_DECODED);
        if (!name || !value)
            return element;
        if (!strcmp(name, "sub"))
            element.sub = value;
        else if (!strcmp(name, "arg"))
            APR_ARRAY_PUSH(element.words, char *) =
                expand_word(ctx, value, NULL, 0, SSI_EXPAND_DROP_NAME);
    }
}

static bool include(ap_filter_t *f, const char *uri)
{
    request_rec *rr = ap_sub_req_lookup_uri(uri, f->r, f->next);
    int status = rr->status == HTTP_OK ? ap_run_sub_req(rr) : rr->status;

    ap_destroy_sub_req(rr);
    if (status == OK)
        return true;
    mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, f->r,
                  "MH3089: perl in %s: %s answers with status %d",
                  f->r->filename, uri, status);
    return false;
}

static bool call(ap_filter_t *f, struct mh_handler *sub,
                 const element_t *element)
{
    int status = mh_page_sub_call(f->r, sub, element->words, f->next);

    if (status == OK)
        return true;
    mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, f->r,
                  "MH3090: perl in %s: the sub %s failed with status %d",
                  f->r->filename, element->sub, status);
    return false;
}

static bool refuse(const request_rec *r, const element_t *element)
{
    mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  "MH3088: perl in %s: pages here may not call the sub %s: "
                  "name it with PerlSsiSub, or write "
                  "sub=\"Apache::Include\" arg=\"/URI\"",
                  r->filename, element->sub ? element->sub : "(none)");
    return false;
}

static bool run_element(ap_filter_t *f, const element_t *element)
{
    const char *name = element->sub ? element->sub : "";
    struct mh_handler *sub = mh_page_sub_find(f->r, name);

    if (sub)
        return call(f, sub, element);
    if (!strcmp(name, INCLUDE) && element->words->nelts)
        return include(f, APR_ARRAY_IDX(element->words, 0, char *));
    return refuse(f->r, element);
}

static apr_status_t on_perl(include_ctx_t *ctx, ap_filter_t *f,
                            apr_bucket_brigade *bb)
{
    element_t element;

    if (!(ctx->flags & SSI_FLAG_PRINTING))
        return APR_SUCCESS;
    element = read_element(ctx);
    if (!may_run(ctx, f->r) || !run_element(f, &element))
        SSI_CREATE_ERROR_BUCKET(ctx, f, bb);
    return APR_SUCCESS;
}

void mh_ssi_perl_offer(void)
{
    APR_OPTIONAL_FN_TYPE(ap_register_include_handler) *offer =
        APR_RETRIEVE_OPTIONAL_FN(ap_register_include_handler);

    next_word = APR_RETRIEVE_OPTIONAL_FN(ap_ssi_get_tag_and_value);
    expand_word = APR_RETRIEVE_OPTIONAL_FN(ap_ssi_parse_string);
    if (offer && next_word && expand_word)
        offer((char *)(uintptr_t) "perl", on_perl);
}
