/*
 * filter_add.c - Apache2::Filter's methods of requests and connections, which
 * add a Perl filter to them.
 */
#include "module/filter/filter.h"
#include "module/api/core/method_table.h"
#include "module/worker/refuse.h"

static SV *add_to_request(pTHX_ mh_call_t *call, bool input)
{
    request_rec *r = call->self;

    mh_filter_add(aTHX_ call->arg[0], input, r, r->connection);
    return NULL;
}

static SV *request_input(pTHX_ mh_call_t *call)
{
    return add_to_request(aTHX_ call, true);
}

static SV *request_output(pTHX_ mh_call_t *call)
{
    return add_to_request(aTHX_ call, false);
}

/* The connection of a worker is not the client's. */
static SV *add_to_connection(pTHX_ mh_call_t *call, bool input)
{
    mh_refuse_in_worker(aTHX_ call, "add the filter to the request");
    mh_filter_add(aTHX_ call->arg[0], input, NULL, call->self);
    return NULL;
}

static SV *connection_input(pTHX_ mh_call_t *call)
{
    return add_to_connection(aTHX_ call, true);
}

static SV *connection_output(pTHX_ mh_call_t *call)
{
    return add_to_connection(aTHX_ call, false);
}

static const mh_method_t filter_add_request_methods[] = {
    MH_METHOD("add_input_filter", "c", request_input,
              "filter the rest of the request's body"),
    MH_METHOD("add_output_filter", "c", request_output,
              "filter the rest of the response"),
    MH_END,
};

static const mh_method_t filter_connection_methods[] = {
    MH_METHOD("add_input_filter", "c", connection_input,
              "filter all that comes from the client"),
    MH_METHOD("add_output_filter", "c", connection_output,
              "filter all that goes to the client"),
    MH_END,
};

const mh_api_t mh_api_filter_add_request = { "Apache2::Filter",
                                             "Apache2::RequestRec", MH_REQUEST,
                                             filter_add_request_methods };
const mh_api_t mh_api_filter_add_connection = { "Apache2::Filter",
                                                "Apache2::Connection",
                                                MH_CONNECTION,
                                                filter_connection_methods };
