/*
 * hook_run.c - Apache2::HookRun: runs a phase of a request, for a protocol
 * handler that makes requests of its own.
 */
#include "module/api/core/method_table.h"

#include "http_connection.h"

#define REQUEST(call) ((request_rec *)(call)->self)

/* The hook that each method of that name runs. */
static const struct {
    const char *name;
    int (*run)(request_rec *r);
} phases[] = {
    { "invoke_handler", ap_invoke_handler },
    { "run_access_checker", ap_run_access_checker },
    { "run_auth_checker", ap_run_auth_checker },
    { "run_check_user_id", ap_run_check_user_id },
    { "run_fixups", ap_run_fixups },
    { "run_handler", ap_run_handler },
    { "run_header_parser", ap_run_header_parser },
    { "run_log_transaction", ap_run_log_transaction },
    { "run_map_to_storage", ap_run_map_to_storage },
    { "run_post_read_request", ap_run_post_read_request },
    { "run_translate_name", ap_run_translate_name },
    { "run_type_checker", ap_run_type_checker },
};

static SV *hook_die(pTHX_ mh_call_t *call)
{
    ap_die((int)mh_arg_int(aTHX_ call, 0, HTTP_INTERNAL_SERVER_ERROR),
           REQUEST(call));
    return NULL;
}

/* Each module compares the name with its own, and none looks for NULL first. */
static void need_handler(pTHX_ mh_call_t *call)
{
    if (REQUEST(call)->handler == NULL) {
        mh_method_croak(aTHX_ call, "the request has no handler yet; set "
                                    "$r->handler, or call invoke_handler()");
    }
}

static SV *run_phase(pTHX_ mh_call_t *call)
{
    size_t i = 0;

    while (strcmp(phases[i].name, call->method->name) != 0)
        i++;
    if (phases[i].run == ap_run_handler)
        need_handler(aTHX_ call);
    return mh_int(aTHX_ phases[i].run(REQUEST(call)));
}

static const mh_method_t hook_run_methods[] = {
    MH_METHOD("die", "i", hook_die, "send the error page for a status"),
    MH_METHOD("invoke_handler", "", run_phase,
              "run the response phase with its filters"),
    MH_METHOD("run_access_checker", "", run_phase, "run PerlAccessHandler"),
    MH_METHOD("run_auth_checker", "", run_phase, "run PerlAuthzHandler"),
    MH_METHOD("run_check_user_id", "", run_phase, "run PerlAuthenHandler"),
    MH_METHOD("run_fixups", "", run_phase, "run PerlFixupHandler"),
    MH_METHOD("run_handler", "", run_phase, "run PerlResponseHandler"),
    MH_METHOD("run_header_parser", "", run_phase,
              "run PerlHeaderParserHandler"),
    MH_METHOD("run_log_transaction", "", run_phase,
              "run PerlLogHandler, and write the access log"),
    MH_METHOD("run_map_to_storage", "", run_phase,
              "run PerlMapToStorageHandler"),
    MH_METHOD("run_post_read_request", "", run_phase,
              "run PerlPostReadRequestHandler"),
    MH_METHOD("run_translate_name", "", run_phase, "run PerlTransHandler"),
    MH_METHOD("run_type_checker", "", run_phase, "run PerlTypeHandler"),
    MH_END,
};

const mh_api_t mh_api_hook_run[] = {
    { "Apache2::HookRun", MH_REQUEST, hook_run_methods },
    MH_API_END,
};
