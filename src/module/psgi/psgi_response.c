/*
 * psgi_response.c - see psgi_response.h.
 */
#include "module/psgi/psgi_response.h"

#include "module/api/core/method_table.h"
#include "module/request/context/context.h"
#include "module/request/output.h"

/* Element i of an array, which may be tied; NULL: there is none. */
static SV *element(pTHX_ AV *array, SSize_t i)
{
    SV **place = av_fetch(array, i, 0);

    if (!place)
        return NULL;
    SvGETMAGIC(*place);
    return SvOK(*place) ? *place : NULL;
}

static AV *array_of(SV *sv)
{
    return sv && SvROK(sv) && SvTYPE(SvRV(sv)) == SVt_PVAV ? (AV *)SvRV(sv)
                                                           : NULL;
}

const char *mh_psgi_bytes(pTHX_ SV *sv, STRLEN *length)
{
    const char *text = SvPV(sv, *length);

    if (!SvUTF8(sv))
        return text;
    sv = newSVpvn_flags(text, *length, SVf_UTF8 | SVs_TEMP);
    sv_utf8_downgrade(sv, TRUE);
    return SvPV(sv, *length);
}

static const char *text(pTHX_ apr_pool_t *pool, SV *sv)
{
    STRLEN size;
    const char *bytes = mh_psgi_bytes(aTHX_ sv, &size);

    return apr_pstrmemdup(pool, bytes, size);
}

static void set_length(pTHX_ request_rec *r, const char *value)
{
    apr_off_t length;
    char *end;

    if (apr_strtoff(&length, value, &end, 10) != APR_SUCCESS || *end ||
        end == value || length < 0)
        Perl_croak(aTHX_ "the application's Content-Length is not a length: %s",
                   value);
    ap_set_content_length(r, length);
}

/* Type and length are httpd's own; the status is set already. */
static void set_header(pTHX_ request_rec *r, const char *name,
                       const char *value)
{
    if (!strcasecmp(name, "Content-Type"))
        ap_set_content_type(r, value);
    else if (!strcasecmp(name, "Content-Length"))
        set_length(aTHX_ r, value);
    else if (strcasecmp(name, "Status") != 0)
        apr_table_addn(r->headers_out, name, value);
}

SV *mh_psgi_head(pTHX_ mh_context_t *context, SV *response)
{
    AV *parts = array_of(response);
    request_rec *r = context->r;
    SV *status = parts ? element(aTHX_ parts, 0) : NULL;
    AV *headers = parts ? array_of(element(aTHX_ parts, 1)) : NULL;

    if (!status || !headers || !looks_like_number(status) ||
        SvIV(status) < 100 || SvIV(status) > 599)
        Perl_croak(aTHX_ "the application returned no status and headers");
    r->status = (int)SvIV(status);
    for (SSize_t i = 0; i < av_top_index(headers); i += 2) {
        SV *name = element(aTHX_ headers, i);
        SV *value = element(aTHX_ headers, i + 1);

        if (name)
            set_header(aTHX_ r, text(aTHX_ r->pool, name),
                       value ? text(aTHX_ r->pool, value) : "");
    }
    return element(aTHX_ parts, 2);
}

void mh_psgi_strings(pTHX_ mh_context_t *context, AV *strings)
{
    for (SSize_t i = 0; i <= av_top_index(strings); i++) {
        SV *part = element(aTHX_ strings, i);
        STRLEN size;
        const char *bytes = part ? mh_psgi_bytes(aTHX_ part, &size) : NULL;
        apr_status_t rv = bytes ? mh_output_write(context, bytes, size)
                                : APR_SUCCESS;

        if (rv != APR_SUCCESS)
            mh_croak_status(aTHX_ rv, "the application's body");
    }
}
