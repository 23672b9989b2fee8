/*
 * upgrade.c - $r->switch_protocol: the connection of a request goes on with
 * another protocol, which the handler speaks.
 *
 * httpd's own way (its hooks for protocols) needs a module that processes
 * connections. Here a handler goes on with the session, the user and the
 * configuration that it has found for its request.
 */
#include "module/api/httpd/upgrade.h"

#include "apr_lib.h"

#include "module/perl/interpreter.h"
#include "module/request/context/context.h"
#include "module/request/input.h"
#include "module/request/output.h"
#include "module/worker/refuse.h"

/* Names and versions of protocols: `websocket`, `IRC/6.9`. */
static void check_name(pTHX_ mh_call_t *call, const char *name)
{
    bool good = *name != '\0';
    const char *at;

    for (at = name; *at != '\0'; at++)
        good = good && (apr_isalnum(*at) || strchr("!#$&*+-.^_/", *at));
    if (!good) {
        mh_method_croak(aTHX_ call,
                        "argument 1 must be the name of a protocol, not %s",
                        mh_describe(aTHX_ call->arg[0]));
    }
}

static void check_state(pTHX_ mh_call_t *call, request_rec *r)
{
    const mh_context_t *context = mh_context(r);

    mh_refuse_in_worker(aTHX_ call, "let a handler in httpd itself answer");
    if (mehari.hook != MH_HOOK_RESPONSE || r->main != NULL) {
        mh_method_croak(aTHX_ call,
                        "can be called only by the response handler of a "
                        "request that is no subrequest");
    }
    if (r->sent_bodyct || r->eos_sent || context->output.printed)
        mh_method_croak(aTHX_ call, "the response itself has begun");
}

/* True if the client has offered it, in HTTP/1.1, the only version that can. */
static bool is_offered(request_rec *r, const char *name)
{
    const char *offered = apr_table_get(r->headers_in, "Upgrade");
    const char *connection = apr_table_get(r->headers_in, "Connection");

    return r->proto_num == HTTP_VERSION(1, 1) &&
           r->connection->master == NULL && offered != NULL &&
           ap_find_token(r->pool, offered, name) && connection != NULL &&
           ap_find_token(r->pool, connection, "upgrade");
}

static void announce(request_rec *r, const char *name)
{
    apr_table_t *headers = r->headers_out;

    r->headers_out = apr_table_copy(r->pool, headers);
    apr_table_setn(r->headers_out, "Upgrade", apr_pstrdup(r->pool, name));
    apr_table_setn(r->headers_out, "Connection", "Upgrade");
    r->status = HTTP_SWITCHING_PROTOCOLS;
    r->status_line = NULL;
    ap_send_interim_response(r, 1);
    r->headers_out = headers;
}

/* mod_reqtimeout limits the time of a request, which has been read. */
static void remove_time_limit(conn_rec *c)
{
    ap_filter_t *link = c->input_filters;

    while (link != NULL) {
        ap_filter_t *next = link->next;

        if (strcasecmp(link->frec->name, "reqtimeout") == 0)
            ap_remove_input_filter(link);
        link = next;
    }
}

/* From here on the request's filters are those of the connection. */
static void leave_http(request_rec *r)
{
    conn_rec *c = r->connection;
    mh_context_t *context = mh_context(r);

    remove_time_limit(c);
    r->input_filters = r->proto_input_filters = c->input_filters;
    r->output_filters = r->proto_output_filters = c->output_filters;
    c->keepalive = AP_CONN_CLOSE;
    mh_output_headers_done(context);
    context->output.raw = true;
    mh_input_raw(r);
}

SV *mh_switch_protocol(pTHX_ mh_call_t *call)
{
    request_rec *r = call->self;
    const char *name = mh_arg_string(aTHX_ call, 0, "");

    check_name(aTHX_ call, name);
    check_state(aTHX_ call, r);
    mh_headers_check(aTHX_ call, r->headers_out);
    if (!is_offered(r, name) || ap_discard_request_body(r) != OK)
        return mh_bool(aTHX_ false);
    announce(r, name);
    leave_http(r);
    return mh_bool(aTHX_ !r->connection->aborted);
}
