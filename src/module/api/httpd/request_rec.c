/*
 * request_rec.c - Apache2::RequestRec: the fields of a request.
 */
#include "module/api/httpd/filter_link.h"
#include "module/api/httpd/table_access.h"
#include "module/perl/interpreter.h"
#include "module/request/context/context.h"
#include "module/request/environment/environment.h"
#include "module/request/output.h"
#include "module/request/response_maker.h"

#include "http_vhost.h"

#define REQUEST(call) ((request_rec *)(call)->self)

/* The structure is part of the request: setting it copies. */
static SV *finfo(pTHX_ mh_call_t *call)
{
    request_rec *r = REQUEST(call);

    if (mh_arg_given(call, 0))
        r->finfo = *(apr_finfo_t *)mh_arg_object(aTHX_ call, 0, MH_FINFO);
    return mh_object(aTHX_ MH_FINFO, &r->finfo, r->pool);
}

static SV *content_type(pTHX_ mh_call_t *call)
{
    request_rec *r = REQUEST(call);
    SV *before = NULL;
    const char *type;

    if (!mh_arg_given(call, 0))
        return mh_string(aTHX_ r->content_type);
    if (GIMME_V != G_VOID)
        before = mh_string(aTHX_ r->content_type);
    type = mh_arg_string(aTHX_ call, 0, "");
    ap_set_content_type(r, apr_pstrdup(r->pool, type));
    mh_output_headers_done(mh_context(r));
    return before;
}

static SV *languages(pTHX_ apr_array_header_t *array)
{
    AV *list = newAV();
    int i;

    for (i = 0; array != NULL && i < array->nelts; i++)
        av_push(list, newSVpv(APR_ARRAY_IDX(array, i, char *), 0));
    return sv_2mortal(newRV_noinc((SV *)list));
}

static SV *content_languages(pTHX_ mh_call_t *call)
{
    request_rec *r = REQUEST(call);
    SV *before = languages(aTHX_ r->content_languages);
    SSize_t count, i;
    AV *list;

    if (!mh_arg_given(call, 0))
        return before;
    if (SvTYPE(SvRV(call->arg[0])) != SVt_PVAV) {
        mh_method_croak(aTHX_ call, "Not an array reference: argument 1 is %s",
                        mh_describe(aTHX_ call->arg[0]));
    }
    list = (AV *)SvRV(call->arg[0]);
    count = av_top_index(list) + 1;
    r->content_languages = apr_array_make(r->pool, (int)count, sizeof(char *));
    for (i = 0; i < count; i++) {
        SV **element = av_fetch(list, i, 0);

        if (element != NULL && SvOK(*element)) {
            APR_ARRAY_PUSH(r->content_languages,
                           char *) = apr_pstrdup(r->pool, SvPV_nolen(*element));
        }
    }
    return before;
}

/*
 * The two response handlers set up different things before Perl runs, so a
 * running handler cannot change its kind.
 */
static SV *handler(pTHX_ mh_call_t *call)
{
    request_rec *r = REQUEST(call);
    const char *wanted = mh_arg_string(aTHX_ call, 0, NULL);
    SV *before = mh_string(aTHX_ r->handler);

    if (!mh_arg_given(call, 0))
        return before;
    if (mehari.hook == MH_HOOK_RESPONSE && mh_response_handler(wanted) &&
        mh_response_handler(r->handler) && strcmp(wanted, r->handler) != 0) {
        mh_method_croak(aTHX_ call,
                        "Can't switch from %s to %s while the response is "
                        "made; do it in an earlier phase",
                        r->handler, wanted);
    }
    r->handler = wanted == NULL ? NULL : apr_pstrdup(r->pool, wanted);
    return before;
}

/* True for a request to another host, as a forward proxy gets it. */
static bool is_proxy_request(request_rec *r)
{
    const apr_uri_t *uri = &r->parsed_uri;

    if (uri->scheme == NULL)
        return false;
    return !(uri->hostname != NULL &&
             strcasecmp(uri->scheme, ap_http_scheme(r)) == 0 &&
             ap_matches_request_vhost(r, uri->hostname,
                                      uri->port_str ? uri->port
                                                    : ap_default_port(r)));
}

static SV *proxyreq(pTHX_ mh_call_t *call)
{
    request_rec *r = REQUEST(call);
    int before = r->proxyreq;

    if (mh_arg_given(call, 0)) {
        r->proxyreq = (int)mh_arg_int(aTHX_ call, 0, PROXYREQ_NONE);
    } else if (before == PROXYREQ_NONE && is_proxy_request(r)) {
        /* mod_proxy would see it later; a trans handler asks now. */
        before = r->proxyreq = PROXYREQ_PROXY;
        r->uri = r->unparsed_uri;
        r->filename = apr_pstrcat(r->pool, "proxy:", r->uri, NULL);
        r->handler = "proxy-server";
    }
    return mh_int(aTHX_ before);
}

/* In void context, the call asks to fill %ENV; else it wants the table. */
static SV *subprocess_env(pTHX_ mh_call_t *call)
{
    request_rec *r = REQUEST(call);
    mh_context_t *context = mh_context(r);

    if (call->nargs == 0 && GIMME_V == G_VOID) {
        mh_environment_fill(aTHX_ context);
        return NULL;
    }
    mh_environment_complete(aTHX_ context);
    if (call->nargs == 1 && mh_object_kind(call->arg[0]) == MH_TABLE) {
        apr_table_t *table = mh_arg_object(aTHX_ call, 0, MH_TABLE);
        SV *before = mh_object_table(aTHX_ r->subprocess_env, r->pool);

        r->subprocess_env = apr_table_copy(r->pool, table);
        return before;
    }
    return mh_table_access(aTHX_ call, r->subprocess_env, r->pool);
}

/* clang-format off */
#define FIELD(name, type, member, access, doc) \
    MH_FIELD(name, MH_FIELD_##type, request_rec, member, MH_##access, doc)
#define CHAIN(name, doc) \
    MH_METHOD_NUMBER(#name, "|L", mh_filter_link_chain, \
                     offsetof(request_rec, name), doc)

static const mh_method_t request_rec_methods[] = {
    FIELD("allowed", INT64, allowed, RW,
          "The methods in the Allow header, a bit mask (1 << M_GET and so on)"),
    FIELD("allowed_methods", METHOD_LIST, allowed_methods, RO,
          "The list of allowed methods, an Apache2::MethodList object"),
    FIELD("allowed_xmethods", ARRAY, allowed_xmethods, RO,
          "The allowed extension methods, an APR::ArrayHeader object"),
    FIELD("ap_auth_type", STRING, ap_auth_type, RW,
          "The type of the authentication: Basic, Digest"),
    FIELD("args", STRING, args, RW, "The query string as the client sent it"),
    FIELD("assbackwards", INT, assbackwards, RW,
          "True: httpd sends no headers (HTTP/0.9, nph- scripts)"),
    FIELD("bytes_sent", INT64, bytes_sent, RW,
          "The number of bytes of the body that were sent"),
    FIELD("connection", CONNECTION, connection, RO,
          "The connection of the request"),
    FIELD("content_encoding", STRING, content_encoding, RW,
          "The Content-Encoding of the response"),
    MH_METHOD("content_languages", "|r", content_languages,
              "The languages of the response, as a reference to an array"),
    MH_METHOD("content_type", "|s", content_type,
              "The Content-Type of the response"),
    FIELD("err_headers_out", TABLE, err_headers_out, RW,
          "Response headers that are sent with errors and redirects as well"),
    FIELD("filename", STRING, filename, RW, "The path of the file for the URI"),
    MH_METHOD("finfo", "|F", finfo,
              "Size, times and type of the file, an APR::Finfo object"),
    MH_METHOD("handler", "|S", handler,
              "The name of the handler: modperl, perl-script and so on"),
    FIELD("header_only", INT, header_only, RO, "True for a HEAD request"),
    FIELD("headers_in", TABLE, headers_in, RW, "The request's headers"),
    FIELD("headers_out", TABLE, headers_out, RW, "The response's headers"),
    FIELD("hostname", STRING, hostname, RW,
          "The host that the client asked for"),
    CHAIN(input_filters, "The first input filter of the request"),
    FIELD("main", REQUEST, main, RO,
          "The main request of a subrequest, or undef"),
    FIELD("method", TEXT, method, RW, "The method: GET, POST and so on"),
    FIELD("method_number", INT, method_number, RW,
          "The method as a number: M_GET, M_POST, ..."),
    FIELD("mtime", SECONDS, mtime, RW,
          "The time of the resource's last change, in seconds"),
    FIELD("next", REQUEST, next, RO,
          "The request that an internal redirect has created, or undef"),
    FIELD("no_local_copy", INT, no_local_copy, RW,
          "True: ignore the client's conditions, and never send 304"),
    FIELD("notes", TABLE, notes, RW,
          "Strings that modules leave for one another in this request"),
    CHAIN(output_filters, "The first output filter of the request"),
    FIELD("path_info", STRING, path_info, RW,
          "The path that follows the file in the URI"),
    FIELD("per_dir_config", CONF_VECTOR, per_dir_config, RO,
          "The configuration of the directory or location"),
    FIELD("pool", POOL, pool, RO, "The pool that ends with the request"),
    FIELD("prev", REQUEST, prev, RO,
          "The request that was redirected to this one, or undef"),
    CHAIN(proto_input_filters, "The first protocol input filter"),
    FIELD("proto_num", INT, proto_num, RO,
          "The version of HTTP as a number: 1001 for HTTP/1.1"),
    CHAIN(proto_output_filters, "The first protocol output filter"),
    FIELD("protocol", STRING, protocol, RO, "The version of HTTP: HTTP/1.1"),
    MH_METHOD("proxyreq", "|i", proxyreq,
              "The kind of proxy request: PROXYREQ_NONE and so on"),
    FIELD("request_config", CONF_VECTOR, request_config, RO,
          "The data that modules keep for the request"),
    FIELD("request_time", SECONDS, request_time, RO,
          "The time at which the request began, in seconds"),
    FIELD("server", SERVER, server, RO,
          "The server or virtual host of the request"),
    FIELD("status", INT, status, RW, "The status of the response"),
    FIELD("status_line", STRING, status_line, RW,
          "The status with its text: 200 OK"),
    MH_METHOD("subprocess_env", "|*S", subprocess_env,
              "Environment variables, with CGI's; in void context, fill %ENV"),
    FIELD("the_request", TEXT, the_request, RW, "The request line"),
    FIELD("unparsed_uri", STRING, unparsed_uri, RO,
          "The URI as the client sent it, with the query string"),
    FIELD("uri", TEXT, uri, RW, "The path of the URI, decoded"),
    FIELD("used_path_info", INT, used_path_info, RW,
          "Whether the URI may have a path after the file: 0 yes, 1 no"),
    FIELD("user", STRING, user, RW, "The name of the authenticated user"),
    FIELD("useragent_addr", SOCKADDR, useragent_addr, RO,
          "The client's address, an APR::SockAddr object"),
    FIELD("useragent_ip", TEXT, useragent_ip, RW, "The client's IP address"),
    MH_END
};

#undef FIELD
#undef CHAIN
/* clang-format on */

const mh_api_t mh_api_request_rec[] = {
    { "Apache2::RequestRec", MH_REQUEST, request_rec_methods },
    MH_API_END,
};
