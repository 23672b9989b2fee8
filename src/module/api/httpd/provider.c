/*
 * provider.c - Apache2::Provider: handing httpd a provider that other XS code
 * has made.
 */
#include "module/api/core/method_table.h"

#include "ap_provider.h"

#include "module/perl/interpreter.h"

/* httpd keeps the pointers that it gets, until its list ends with pconf. */
static SV *register_provider(pTHX_ mh_call_t *call)
{
    apr_pool_t *pool = mehari.pconf;
    const char *group = mh_arg_string(aTHX_ call, 1, "");
    const char *name = mh_arg_string(aTHX_ call, 2, "");
    const char *version = mh_arg_string(aTHX_ call, 3, "");
    const void *provider = INT2PTR(const void *, mh_arg_int(aTHX_ call, 4, 0));

    if (provider == NULL) {
        mh_method_croak(aTHX_ call,
                        "argument 5 must be the address of a provider that C "
                        "code has made");
    }
    return mh_int(aTHX_ ap_register_provider(pool, apr_pstrdup(pool, group),
                                             apr_pstrdup(pool, name),
                                             apr_pstrdup(pool, version),
                                             provider));
}

static const mh_method_t provider_functions[] = {
    MH_METHOD_WHEN("register_provider", "Psssi", register_provider, MH_STARTUP,
                   "register a provider that is in C"),
    MH_END,
};

const mh_api_t mh_api_provider[] = {
    { "Apache2::Provider", MH_NONE, provider_functions },
    MH_API_END,
};
