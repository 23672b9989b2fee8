/*
 * filter_add.c - Apache2::Filter's methods of requests and connections, which
 * add a Perl filter to them.
 */
#include "module/filter/filter.h"
#include "module/api/core/method_table.h"
#include "module/worker/refuse.h"

static SV *add_to_request(pTHX_ mh_call_t *call)
{
    request_rec *r = call->self;

    mh_filter_add(aTHX_ call->arg[0], call->method->number, r, r->connection);
    return NULL;
}

/* The connection of a worker is not the client's. */
static SV *add_to_connection(pTHX_ mh_call_t *call)
{
    mh_refuse_in_worker(aTHX_ call, "add the filter to the request");
    mh_filter_add(aTHX_ call->arg[0], call->method->number, NULL, call->self);
    return NULL;
}

static const mh_method_t filter_add_request_methods[] = {
    MH_METHOD_NUMBER("add_input_filter", "c", add_to_request, true,
                     "filter the rest of the request's body"),
    MH_METHOD_NUMBER("add_output_filter", "c", add_to_request, false,
                     "filter the rest of the response"),
    MH_END,
};

static const mh_method_t filter_connection_methods[] = {
    MH_METHOD_NUMBER("add_input_filter", "c", add_to_connection, true,
                     "filter all that comes from the client"),
    MH_METHOD_NUMBER("add_output_filter", "c", add_to_connection, false,
                     "filter all that goes to the client"),
    MH_END,
};

const mh_api_t mh_api_filter_add[] = {
    { "Apache2::Filter", MH_REQUEST, filter_add_request_methods },
    { "Apache2::Filter", MH_CONNECTION, filter_connection_methods },
    MH_API_END,
};
