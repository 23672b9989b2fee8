/*
 * response.c - Apache2::Response: headers, validators and error documents.
 */
#include "module/api/httpd/request_io.h"
#include "module/api/httpd/upgrade.h"

#include "apr_lib.h"

#include "module/request/context/context.h"
#include "module/request/interim.h"
#include "module/request/output.h"
#include "module/worker/answer.h"

static SV *custom_response(pTHX_ mh_call_t *call)
{
    request_rec *r = call->self;
    int status = (int)mh_arg_int(aTHX_ call, 0, 0);
    const char *text = mh_arg_string(aTHX_ call, 1, "");

    if (!ap_is_HTTP_VALID_RESPONSE(status))
        mh_method_croak(aTHX_ call, "%d is no HTTP status", status);
    ap_custom_response(r, status, apr_pstrdup(r->pool, text));
    mh_answer_custom(r, status, text);
    return NULL;
}

static SV *make_etag(pTHX_ mh_call_t *call)
{
    bool weak = mh_arg_bool(aTHX_ call, 0, false);

    return mh_string(aTHX_ ap_make_etag(call->self, weak));
}

static apr_time_t time_arg(pTHX_ mh_call_t *call)
{
    return apr_time_from_sec(mh_arg_int(aTHX_ call, 0, 0));
}

static SV *rationalize_mtime(pTHX_ mh_call_t *call)
{
    apr_time_t time = ap_rationalize_mtime(call->self, time_arg(aTHX_ call));

    return mh_int(aTHX_ apr_time_sec(time));
}

/* True if there is an empty line, after which the body begins. */
static bool has_blank_line(const char *text)
{
    return *text == '\n' || strncmp(text, "\r\n", 2) == 0 ||
           strstr(text, "\n\n") != NULL || strstr(text, "\n\r\n") != NULL;
}

/*
 * The same as printing it with header parsing on. The caller says that these
 * are all headers, so a block without an empty line gets one here.
 */
static SV *send_cgi_header(pTHX_ mh_call_t *call)
{
    mh_context_t *context = mh_output_of(aTHX_ call);
    STRLEN length;
    const char *text = SvPVbyte(call->arg[0], length);
    apr_status_t rc;

    if (context->output.used > 0 || context->output.sent)
        mh_method_croak(aTHX_ call, "the response has already begun");
    context->output.parse_headers = true;
    rc = mh_output_write(context, text, length);
    if (rc == APR_SUCCESS && !has_blank_line(text))
        rc = mh_output_write(context, "\n\n", 2);
    mh_check_status(aTHX_ rc, "Apache2::Response::send_cgi_header");
    return NULL;
}

static SV *send_error_response(pTHX_ mh_call_t *call)
{
    ap_send_error_response(call->self, mh_arg_bool(aTHX_ call, 0, false));
    return NULL;
}

void mh_headers_check(pTHX_ mh_call_t *call, const apr_table_t *headers)
{
    if (!mh_interim_headers_plain(headers)) {
        mh_method_croak(aTHX_ call,
                        "a header has a character that no header may have");
    }
}

/* False for a client that knows no such responses. */
static SV *send_interim_response(pTHX_ mh_call_t *call)
{
    request_rec *r = call->self;
    IV status = mh_arg_int(aTHX_ call, 0, 0);
    apr_table_t *headers = mh_arg_given(call, 1)
                               ? mh_arg_object(aTHX_ call, 1, MH_TABLE)
                               : r->headers_out;
    bool sent;

    if (!ap_is_HTTP_INFO(status) || status == HTTP_SWITCHING_PROTOCOLS) {
        mh_method_croak(aTHX_ call,
                        "argument 1 must be a status from 100 to 199, and not "
                        "101, not %" IVdf,
                        status);
    }
    if (!mh_interim_possible(r))
        mh_method_croak(aTHX_ call, "the response itself has begun");
    mh_headers_check(aTHX_ call, headers);
    mh_interim_send(r, (int)status, headers, &sent);
    return mh_bool(aTHX_ sent);
}

/* mod_perl has no method that makes an APR::Mmap: there is none to give. */
static SV *send_mmap(pTHX_ mh_call_t *call)
{
    mh_method_croak(aTHX_ call,
                    "argument 1 must be an APR::Mmap object, which nothing in "
                    "Perl can make; use sendfile() or print()");
    return NULL;
}

static SV *set_content_length(pTHX_ mh_call_t *call)
{
    request_rec *r = call->self;
    IV length = mh_arg_int(aTHX_ call, 0, r->finfo.size);

    if (length < 0)
        mh_method_croak(aTHX_ call, "a length cannot be negative");
    ap_set_content_length(r, length);
    return NULL;
}

static SV *set_etag(pTHX_ mh_call_t *call)
{
    ap_set_etag(call->self);
    return NULL;
}

static SV *set_last_modified(pTHX_ mh_call_t *call)
{
    if (mh_arg_given(call, 0))
        ap_update_mtime(call->self, time_arg(aTHX_ call));
    ap_set_last_modified(call->self);
    return NULL;
}

static SV *update_mtime(pTHX_ mh_call_t *call)
{
    request_rec *r = call->self;

    ap_update_mtime(r, mh_arg_given(call, 0) ? time_arg(aTHX_ call)
                                             : r->finfo.mtime);
    return NULL;
}

static const mh_method_t response_methods[] = {
    MH_METHOD("custom_response", "is", custom_response,
              "replace httpd's error page for a status"),
    MH_METHOD("make_etag", "|b", make_etag, "an entity tag for the file"),
    MH_METHOD_OF_REQUEST(
        "meets_conditions", ap_meets_conditions,
        "compare If-Modified-Since and the like with the response"),
    MH_METHOD("rationalize_mtime", "n", rationalize_mtime,
              "the time, or now if it is in the future"),
    MH_METHOD("send_cgi_header", "s", send_cgi_header,
              "parse headers at the front of a string, and send the rest"),
    MH_METHOD("send_error_response", "b", send_error_response,
              "send the error page for the status now"),
    MH_METHOD("send_interim_response", "i|T", send_interim_response,
              "send a response with a status 1xx before the response"),
    MH_METHOD("send_mmap", "rii", send_mmap, "send a part of mapped memory"),
    MH_METHOD("set_content_length", "|i", set_content_length,
              "set the length of the response"),
    MH_METHOD("set_etag", "", set_etag, "set the ETag header"),
    MH_METHOD_OF_REQUEST("set_keepalive", ap_set_keepalive,
                         "decide whether the connection is kept"),
    MH_METHOD("set_last_modified", "|n", set_last_modified,
              "set the Last-Modified header"),
    MH_METHOD("update_mtime", "|n", update_mtime,
              "the response depends on something that changed at that time"),
    MH_METHOD("switch_protocol", "s", mh_switch_protocol,
              "continue with another protocol on this connection"),
    MH_END,
};

const mh_api_t mh_api_response[] = {
    { "Apache2::Response", MH_REQUEST, response_methods },
    MH_API_END,
};
