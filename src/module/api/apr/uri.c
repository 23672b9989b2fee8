/*
 * uri.c - APR::URI: the parts of a URI.
 */
#include "module/api/core/method_table.h"
#include "module/api/core/uri_parts.h"

#define URI(call) ((mh_uri_t *)(call)->self)

mh_uri_t *mh_uri_new(apr_pool_t *pool)
{
    mh_uri_t *uri = apr_pcalloc(pool, sizeof *uri);

    uri->pool = pool;
    return uri;
}

/* Class->parse of a subclass makes objects of the subclass. */
static void bless_into(pTHX_ SV *object, SV *class)
{
    if (!SvROK(class) && sv_derived_from(class, mh_class(MH_URI)->package))
        sv_bless(object, gv_stashsv(class, GV_ADD));
}

/* A text that is no URI has fewer parts; the caller judges that. */
static SV *uri_parse(pTHX_ mh_call_t *call)
{
    apr_pool_t *pool = mh_arg_object(aTHX_ call, 0, MH_POOL);
    const char *text = mh_arg_string(aTHX_ call, 1, "");
    mh_uri_t *uri = mh_uri_new(pool);
    SV *object;

    (void)apr_uri_parse(pool, text, &uri->uri);
    object = mh_object_in_pool(aTHX_ call, 0, MH_URI, uri);
    bless_into(aTHX_ object, call->self_sv);
    return object;
}

static SV *port_of_scheme(pTHX_ mh_call_t *call)
{
    return mh_int(
        aTHX_ apr_uri_port_of_scheme(mh_arg_string(aTHX_ call, 0, "")));
}

/* A URI has its port twice: as it was written, and as a number. */
static void set_port(pTHX_ mh_call_t *call, const char *text)
{
    mh_uri_t *uri = URI(call);
    char *end;
    apr_int64_t number;

    if (text == NULL || *text == '\0') {
        uri->uri.port_str = text == NULL ? NULL : apr_pstrdup(uri->pool, text);
        uri->uri.port = 0;
        return;
    }
    number = apr_strtoi64(text, &end, 10);
    if (*end != '\0' || number < 0 || number > 65535) {
        mh_method_croak(aTHX_ call,
                        "argument 1 must be a port from 0 to 65535, not %s",
                        mh_describe(aTHX_ call->arg[0]));
    }
    uri->uri.port_str = apr_pstrdup(uri->pool, text);
    uri->uri.port = (apr_port_t)number;
}

static SV *uri_port(pTHX_ mh_call_t *call)
{
    SV *before = mh_string(aTHX_ URI(call)->uri.port_str);

    if (mh_arg_given(call, 0))
        set_port(aTHX_ call, mh_arg_string(aTHX_ call, 0, NULL));
    return before;
}

static SV *rpath(pTHX_ mh_call_t *call)
{
    const char *path = URI(call)->uri.path;
    const char *info = URI(call)->path_info;
    size_t length, tail;

    if (path == NULL || info == NULL)
        return mh_string(aTHX_ path);
    length = strlen(path);
    tail = strlen(info);
    if (tail > length || strcmp(path + length - tail, info) != 0)
        return mh_string(aTHX_ path);
    return sv_2mortal(newSVpvn(path, length - tail));
}

static SV *unparse(pTHX_ mh_call_t *call)
{
    unsigned flags = (unsigned)mh_arg_int(aTHX_ call, 0,
                                          APR_URI_UNP_OMITPASSWORD);

    return mh_string(
        aTHX_ apr_uri_unparse(URI(call)->pool, &URI(call)->uri, flags));
}

/* clang-format off */
#define FIELD(name, doc) \
    MH_FIELD(#name, MH_FIELD_STRING, mh_uri_t, uri.name, MH_RW, doc)

static const mh_method_t uri_methods[] = {
    FIELD(fragment, "the fragment, after #"),
    FIELD(hostinfo, "user, password, host and port together, as parsed"),
    FIELD(hostname, "the host"),
    FIELD(password, "the password"),
    FIELD(path, "the path"),
    MH_METHOD("port", "|S", uri_port, "the port, or undef"),
    FIELD(query, "the query string, after ?"),
    MH_METHOD("rpath", "", rpath, "the path without the request's path_info"),
    FIELD(scheme, "the scheme: http, https and so on"),
    MH_METHOD("unparse", "|i", unparse, "all parts as one string"),
    FIELD(user, "the user's name"),
    MH_METHOD("parse", ".Ps", uri_parse, "the parts of a URI"),
    MH_METHOD("port_of_scheme", ":s", port_of_scheme,
              "the default port of a scheme; 0 if unknown"),
    MH_END,
};

#undef FIELD
/* clang-format on */

const mh_api_t mh_api_apr_uri[] = {
    { "APR::URI", MH_URI, uri_methods },
    MH_API_END,
};
