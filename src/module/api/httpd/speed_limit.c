/*
 * speed_limit.c - Apache2::SpeedLimit: the table of PerlSpeedLimit, for Perl.
 */
#include "module/api/core/method_table.h"

#include "module/limit/speed.h"

#define SECOND 1e9
#define DAY 86400

static SV *speed_limit_prepare(pTHX_ mh_call_t *call)
{
    return mh_bool(aTHX_ mh_speed_want());
}

static NV number(pTHX_ mh_call_t *call, int i, NV otherwise)
{
    return mh_arg_given(call, i) ? SvNV(call->arg[i]) : otherwise;
}

static SV *wait_for(pTHX_ mh_call_t *call)
{
    request_rec *r = mh_arg_object(aTHX_ call, 0, MH_REQUEST);
    NV requests = number(aTHX_ call, 1, 0);
    NV seconds = number(aTHX_ call, 2, 0);
    NV burst = number(aTHX_ call, 3, requests);
    const char *name = mh_arg_string(aTHX_ call, 4, "");
    mh_speed_t speed;

    if (!mh_speed_table_is_there())
        mh_method_croak(aTHX_ call, "there is no table: load "
                                    "Apache2::SpeedLimit when httpd starts "
                                    "(PerlModule)");
    if (!(requests >= 1 && requests <= 1e6 && seconds > 0 && seconds <= DAY &&
          burst >= 1 && burst <= 1e6))
        mh_method_croak(aTHX_ call, "takes 1 to 1000000 requests, up to 86400 "
                                    "seconds and a burst of 1 to 1000000");
    speed.interval = (int64_t)(seconds * SECOND / requests);
    speed.burst = (int64_t)burst;
    speed.scope = mh_speed_table_scope(name);
    return mh_int(aTHX_ mh_speed_take(&speed, r, "Apache2::SpeedLimit"));
}

/* clang-format off */
static const mh_method_t speed_limit_methods[] = {
    MH_METHOD("prepare", "", speed_limit_prepare,
              "create the shared table; the module calls it"),
    MH_METHOD_USAGE("wait_for", "Rnn|ns", wait_for,
                    "r, requests, seconds[, burst[, name]]",
                    "count a request; 0, or the seconds until one may pass"),
    MH_END,
};
/* clang-format on */

const mh_api_t mh_api_speed_limit[] = {
    { "Apache2::SpeedLimit", MH_NONE, speed_limit_methods },
    MH_API_END,
};
