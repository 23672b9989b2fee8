/*
 * hook_run.c - Apache2::HookRun: runs a phase of a request, for a protocol
 * handler that makes requests of its own.
 */
#include "module/api/core/method_table.h"

#include "http_connection.h"

#define REQUEST(call) ((request_rec *)(call)->self)

static SV *hook_die(pTHX_ mh_call_t *call)
{
    ap_die((int)mh_arg_int(aTHX_ call, 0, HTTP_INTERNAL_SERVER_ERROR),
           REQUEST(call));
    return NULL;
}

/* Each module compares the name with its own, and none looks for NULL first. */
static SV *run_handler(pTHX_ mh_call_t *call)
{
    if (REQUEST(call)->handler == NULL) {
        mh_method_croak(aTHX_ call, "the request has no handler yet; set "
                                    "$r->handler, or call invoke_handler()");
    }
    return mh_int(aTHX_ ap_run_handler(REQUEST(call)));
}

static const mh_method_t hook_run_methods[] = {
    MH_METHOD("die", "i", hook_die, "send the error page for a status"),
    MH_METHOD_OF_REQUEST("invoke_handler", ap_invoke_handler,
                         "run the response phase with its filters"),
    MH_METHOD_OF_REQUEST("run_access_checker", ap_run_access_checker,
                         "run PerlAccessHandler"),
    MH_METHOD_OF_REQUEST("run_auth_checker", ap_run_auth_checker,
                         "run PerlAuthzHandler"),
    MH_METHOD_OF_REQUEST("run_check_user_id", ap_run_check_user_id,
                         "run PerlAuthenHandler"),
    MH_METHOD_OF_REQUEST("run_fixups", ap_run_fixups, "run PerlFixupHandler"),
    MH_METHOD("run_handler", "", run_handler, "run PerlResponseHandler"),
    MH_METHOD_OF_REQUEST("run_header_parser", ap_run_header_parser,
                         "run PerlHeaderParserHandler"),
    MH_METHOD_OF_REQUEST("run_log_transaction", ap_run_log_transaction,
                         "run PerlLogHandler, and write the access log"),
    MH_METHOD_OF_REQUEST("run_map_to_storage", ap_run_map_to_storage,
                         "run PerlMapToStorageHandler"),
    MH_METHOD_OF_REQUEST("run_post_read_request", ap_run_post_read_request,
                         "run PerlPostReadRequestHandler"),
    MH_METHOD_OF_REQUEST("run_translate_name", ap_run_translate_name,
                         "run PerlTransHandler"),
    MH_METHOD_OF_REQUEST("run_type_checker", ap_run_type_checker,
                         "run PerlTypeHandler"),
    MH_END,
};

const mh_api_t mh_api_hook_run[] = {
    { "Apache2::HookRun", MH_REQUEST, hook_run_methods },
    MH_API_END,
};
