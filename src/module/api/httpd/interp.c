/*
 * interp.c - ModPerl::Interpreter, and mod_perl's pools of interpreters.
 *
 * There is one interpreter per process here. Programs see a pool with that one
 * interpreter, and the configured limits.
 */
#include "module/api/core/method_table.h"
#include "module/config/embedded.h"
#include "module/perl/interpreter.h"

static SV *current(pTHX_ mh_call_t *call);
static SV *mip(pTHX_ mh_call_t *call);
static SV *pool_server(pTHX_ mh_call_t *call);
static SV *tipool(pTHX_ mh_call_t *call);
static SV *cfg(pTHX_ mh_call_t *call);
static SV *perl(pTHX_ mh_call_t *call);
static SV *num_requests(pTHX_ mh_call_t *call);
static SV *one(pTHX_ mh_call_t *call);
static SV *configured(pTHX_ mh_call_t *call);

static const mh_method_t interp_class_methods[] = {
    MH_METHOD("current", "|*", current, "the current interpreter"),
    MH_END,
};

static const mh_method_t interpreter_methods[] = {
    MH_METHOD("mip", "", mip, "its memory pool"),
    MH_METHOD("perl", "", perl, "its address in memory"),
    MH_METHOD("num_requests", "", num_requests,
              "the number of requests that it is serving"),
    MH_METHOD("refcnt", "", one, "the number of references to it: 1"),
    MH_END,
};

static const mh_method_t interp_pool_methods[] = {
    MH_METHOD("server", "", pool_server, "its server"),
    MH_METHOD("parent", "", current, "the parent interpreter"),
    MH_METHOD("tipool", "", tipool, "the list of interpreters"),
    MH_END,
};

static const mh_method_t tipool_methods[] = {
    MH_METHOD("cfg", "", cfg, "its settings"),
    MH_METHOD("in_use", "", one, "the number of running interpreters: 1"),
    MH_METHOD("size", "", one, "the number of interpreters: 1"),
    MH_END,
};

/* In the order of MH_INTERP_*. */
static const mh_method_t tipool_config_methods[] = {
    MH_METHOD("start", "", configured, "the value of PerlInterpStart"),
    MH_METHOD("max", "", configured, "the value of PerlInterpMax"),
    MH_METHOD("min_spare", "", configured, "the value of PerlInterpMinSpare"),
    MH_METHOD("max_spare", "", configured, "the value of PerlInterpMaxSpare"),
    MH_METHOD("max_requests", "", configured,
              "the value of PerlInterpMaxRequests"),
    MH_END,
};

const mh_api_t mh_api_interp_class = {
    "ModPerl::Interpreter",
    "ModPerl::Interpreter",
    MH_NONE,
    interp_class_methods,
};

const mh_api_t mh_api_interp = {
    "ModPerl::Interpreter",
    "ModPerl::Interpreter",
    MH_INTERPRETER,
    interpreter_methods,
};

const mh_api_t mh_api_interp_pool = {
    "ModPerl::InterpPool",
    "ModPerl::InterpPool",
    MH_INTERP_POOL,
    interp_pool_methods,
};

const mh_api_t mh_api_interp_tipool = {
    "ModPerl::TiPool",
    "ModPerl::TiPool",
    MH_TIPOOL,
    tipool_methods,
};

const mh_api_t mh_api_interp_tipool_config = {
    "ModPerl::TiPoolConfig",
    "ModPerl::TiPoolConfig",
    MH_TIPOOL_CONFIG,
    tipool_config_methods,
};

/* Objects of all four kinds stand for the one interpreter, and live as long. */
static SV *interp_object(pTHX_ mh_object_kind_e kind)
{
    return mh_object(aTHX_ kind, &mehari, mehari.pconf);
}

static SV *current(pTHX_ mh_call_t *call)
{
    PERL_UNUSED_VAR(call);
    return interp_object(aTHX_ MH_INTERPRETER);
}

static SV *mip(pTHX_ mh_call_t *call)
{
    PERL_UNUSED_VAR(call);
    return interp_object(aTHX_ MH_INTERP_POOL);
}

static SV *pool_server(pTHX_ mh_call_t *call)
{
    PERL_UNUSED_VAR(call);
    return mh_object_server(aTHX_ mehari.server);
}

static SV *tipool(pTHX_ mh_call_t *call)
{
    PERL_UNUSED_VAR(call);
    return interp_object(aTHX_ MH_TIPOOL);
}

static SV *cfg(pTHX_ mh_call_t *call)
{
    PERL_UNUSED_VAR(call);
    return interp_object(aTHX_ MH_TIPOOL_CONFIG);
}

static SV *perl(pTHX_ mh_call_t *call)
{
    PERL_UNUSED_VAR(call);
    return mh_int(aTHX_ PTR2IV(mehari.perl));
}

static SV *num_requests(pTHX_ mh_call_t *call)
{
    PERL_UNUSED_VAR(call);
    return mh_int(aTHX_ mehari.requests);
}

static SV *one(pTHX_ mh_call_t *call)
{
    PERL_UNUSED_VAR(call);
    return mh_int(aTHX_ 1);
}

static SV *configured(pTHX_ mh_call_t *call)
{
    int which = (int)(call->method - tipool_config_methods);

    return mh_int(aTHX_ mh_embedded_number(mehari.server, which));
}
