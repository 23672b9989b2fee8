/*
 * mpm.c - Apache2::MPM: how httpd spreads requests over processes and threads.
 */
#include "module/api/core/method_table.h"

#include "ap_mpm.h"

#include "module/common/role.h"

static SV *query(pTHX_ mh_call_t *call)
{
    int value = 0;
    int code = (int)mh_arg_int(aTHX_ call, 0, 0);

    if (ap_mpm_query(code, &value) != APR_SUCCESS)
        return &PL_sv_undef;
    return mh_int(aTHX_ value);
}

static SV *show(pTHX_ mh_call_t *call)
{
    return mh_string(aTHX_ ap_show_mpm());
}

static SV *is_threaded(pTHX_ mh_call_t *call)
{
    int value = 0;

    /* A worker has one thread, whatever httpd has. */
    if (!mh_role_is_worker())
        (void)ap_mpm_query(AP_MPMQ_IS_THREADED, &value);
    return mh_int(aTHX_ value);
}

/* With a class name or without: mod_perl's are constants. */
static const mh_method_t mpm_methods[] = {
    MH_METHOD("query", ".i", query, "a property of the MPM, or undef"),
    MH_METHOD("show", "|*", show,
              "the name of the MPM: prefork, worker, event"),
    MH_METHOD("is_threaded", "|*", is_threaded,
              "true if the threads of a process handle requests"),
    MH_END,
};

const mh_api_t mh_api_mpm[] = {
    { "Apache2::MPM", MH_NONE, mpm_methods },
    MH_API_END,
};
