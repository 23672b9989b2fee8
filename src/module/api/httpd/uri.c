/*
 * uri.c - Apache2::URI: the URI of a request, and URLs that lead back here.
 */
#include "module/api/core/method_table.h"
#include "module/api/core/uri_parts.h"

#include "apr_lib.h"

#define REQUEST(call) ((request_rec *)(call)->self)

/* The pool that is argument i, or the request's. */
static apr_pool_t *pool_arg(pTHX_ mh_call_t *call, int i)
{
    return mh_arg_given(call, i) ? mh_arg_object(aTHX_ call, i, MH_POOL)
                                 : REQUEST(call)->pool;
}

static SV *construct_server(pTHX_ mh_call_t *call)
{
    request_rec *r = REQUEST(call);
    apr_pool_t *pool = pool_arg(aTHX_ call, 2);
    const char *host = mh_arg_string(aTHX_ call, 0, NULL);
    IV number = mh_arg_int(aTHX_ call, 1, ap_get_server_port(r));

    if (number < 0 || number > 65535) {
        mh_method_croak(aTHX_ call,
                        "argument 2 must be a port from 0 to 65535, not %" IVdf,
                        number);
    }
    if (host == NULL)
        host = ap_get_server_name(r);
    return mh_string(
        aTHX_ ap_construct_server(pool, host, (apr_port_t)number, r));
}

static SV *construct_url(pTHX_ mh_call_t *call)
{
    request_rec *r = REQUEST(call);
    apr_pool_t *pool = pool_arg(aTHX_ call, 1);
    const char *uri = mh_arg_string(aTHX_ call, 0, r->uri);

    return mh_string(aTHX_ ap_construct_url(pool, uri, r));
}

static SV *parse_uri(pTHX_ mh_call_t *call)
{
    ap_parse_uri(REQUEST(call), mh_arg_string(aTHX_ call, 0, ""));
    return NULL;
}

static SV *parsed_uri(pTHX_ mh_call_t *call)
{
    request_rec *r = REQUEST(call);
    mh_uri_t *uri = mh_uri_new(r->pool);

    uri->uri = r->parsed_uri;
    uri->path_info = r->path_info;
    return mh_object_owned(aTHX_ MH_URI, uri, r->pool);
}

/* Turns each %XX into its byte, in place. Returns the new length. */
static STRLEN unescape(char *text, STRLEN length)
{
    const char *from = text;
    const char *end = text + length;
    char *to = text;

    while (from < end) {
        if (*from == '%' && end - from > 2 && apr_isxdigit(from[1]) &&
            apr_isxdigit(from[2])) {
            *to++ = (char)(XDIGIT_VALUE(from[1]) << 4 | XDIGIT_VALUE(from[2]));
            from += 3;
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
    return (STRLEN)(to - text);
}

/*
 * Not through ap_unescape_url, which refuses a slash and a NUL because paths of
 * files cannot have them. A text with characters above 255 is taken as its
 * UTF-8 bytes. Escapes stand for such bytes, too.
 */
static SV *unescape_url(pTHX_ mh_call_t *call)
{
    SV *variable = call->arg[0];
    SV *work = sv_2mortal(newSVsv(variable));

    if (!SvOK(work))
        return &PL_sv_undef;
    SvPV_force_nolen(work);
    sv_utf8_downgrade(work, TRUE);
    SvUTF8_off(work);
    SvCUR_set(work, unescape(SvPVX(work), SvCUR(work)));
    sv_setsv_flags(variable, work, SV_NOSTEAL);
    SvSETMAGIC(variable);
    return work;
}

static const mh_method_t uri_methods[] = {
    MH_METHOD("construct_server", "|siP", construct_server,
              "host and port, as a URL has them"),
    MH_METHOD("construct_url", "|sP", construct_url,
              "the whole URL of a path on this server"),
    MH_METHOD("parse_uri", "s", parse_uri,
              "set the request's uri, args and parsed_uri"),
    MH_METHOD("parsed_uri", "", parsed_uri,
              "the parts of the request's URI, an APR::URI object"),
    MH_END,
};

static const mh_method_t uri_functions[] = {
    MH_METHOD("unescape_url", "w", unescape_url,
              "decode each %XX in a variable"),
    MH_END,
};

const mh_api_t mh_api_uri[] = {
    { "Apache2::URI", MH_REQUEST, uri_methods },
    { "Apache2::URI", MH_NONE, uri_functions },
    MH_API_END,
};
