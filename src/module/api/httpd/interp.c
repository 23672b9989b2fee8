/*
 * interp.c - ModPerl::Interpreter, and mod_perl's pools of interpreters.
 *
 * There is one interpreter per process here. Programs see a pool with that one
 * interpreter, and the configured limits.
 */
#include "module/api/core/method_table.h"
#include "module/config/embedded.h"
#include "module/perl/interpreter.h"

/* Objects of all four kinds stand for the one interpreter, and live as long. */
static SV *one_object(pTHX_ mh_call_t *call)
{
    return mh_object(aTHX_(mh_object_kind_e) call->method->number, &mehari,
                     mehari.pconf);
}

static SV *pool_server(pTHX_ mh_call_t *call)
{
    return mh_object_server(aTHX_ mehari.server);
}

static SV *perl(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ PTR2IV(mehari.perl));
}

static SV *num_requests(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ mehari.requests);
}

static SV *one(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ 1);
}

static SV *configured(pTHX_ mh_call_t *call)
{
    return mh_int(
        aTHX_ mh_embedded_number(mehari.server, (int)call->method->number));
}

static const mh_method_t interpreter_methods[] = {
    MH_METHOD_NUMBER("mip", "", one_object, MH_INTERP_POOL, "its memory pool"),
    MH_METHOD("perl", "", perl, "its address in memory"),
    MH_METHOD("num_requests", "", num_requests,
              "the number of requests that it is serving"),
    MH_METHOD("refcnt", "", one, "the number of references to it: 1"),
    MH_METHOD_NUMBER("current", ":|*", one_object, MH_INTERPRETER,
                     "the current interpreter"),
    MH_END,
};

static const mh_method_t interp_pool_methods[] = {
    MH_METHOD("server", "", pool_server, "its server"),
    MH_METHOD_NUMBER("parent", "", one_object, MH_INTERPRETER,
                     "the parent interpreter"),
    MH_METHOD_NUMBER("tipool", "", one_object, MH_TIPOOL,
                     "the list of interpreters"),
    MH_END,
};

static const mh_method_t tipool_methods[] = {
    MH_METHOD_NUMBER("cfg", "", one_object, MH_TIPOOL_CONFIG, "its settings"),
    MH_METHOD("in_use", "", one, "the number of running interpreters: 1"),
    MH_METHOD("size", "", one, "the number of interpreters: 1"),
    MH_END,
};

static const mh_method_t tipool_config_methods[] = {
    MH_METHOD_NUMBER("start", "", configured, MH_INTERP_START,
                     "the value of PerlInterpStart"),
    MH_METHOD_NUMBER("max", "", configured, MH_INTERP_MAX,
                     "the value of PerlInterpMax"),
    MH_METHOD_NUMBER("min_spare", "", configured, MH_INTERP_MIN_SPARE,
                     "the value of PerlInterpMinSpare"),
    MH_METHOD_NUMBER("max_spare", "", configured, MH_INTERP_MAX_SPARE,
                     "the value of PerlInterpMaxSpare"),
    MH_METHOD_NUMBER("max_requests", "", configured, MH_INTERP_MAX_REQUESTS,
                     "the value of PerlInterpMaxRequests"),
    MH_END,
};

const mh_api_t mh_api_interp[] = {
    { "ModPerl::Interpreter", MH_INTERPRETER, interpreter_methods },
    { "ModPerl::InterpPool", MH_INTERP_POOL, interp_pool_methods },
    { "ModPerl::TiPool", MH_TIPOOL, tipool_methods },
    { "ModPerl::TiPoolConfig", MH_TIPOOL_CONFIG, tipool_config_methods },
    MH_API_END,
};
