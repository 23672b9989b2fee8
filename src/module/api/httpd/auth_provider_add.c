/*
 * auth_provider_add.c - Apache2::RequestUtil::register_auth_provider().
 */
#include "module/api/core/method_table.h"
#include "module/perl/interpreter.h"
#include "module/request/auth_provider.h"

/* Authn or authz: the group that the second and fourth argument name. */
static mh_auth_e auth_group(pTHX_ mh_call_t *call)
{
    const char *group = mh_arg_string(aTHX_ call, 1, "");
    const char *version = mh_arg_string(aTHX_ call, 3, "");
    mh_auth_e auth;

    for (auth = MH_AUTHN; auth <= MH_AUTHZ; auth++) {
        const mh_auth_names_t *httpd = &mh_auth_names[auth];

        if (strcmp(group, httpd->group) != 0)
            continue;
        if (strcmp(version, httpd->version) != 0) {
            mh_method_croak(aTHX_ call,
                            "argument 4 must be the version that httpd looks "
                            "for, \"%s\", not \"%s\"",
                            httpd->version, version);
        }
        return auth;
    }
    mh_method_croak(aTHX_ call,
                    "argument 2 must be AUTHN_PROVIDER_GROUP or "
                    "AUTHZ_PROVIDER_GROUP of Apache2::Const, not \"%s\"",
                    group);
}

static mh_handler_t *auth_callback(pTHX_ mh_call_t *call, int i,
                                   const char *expected)
{
    SV *callback = call->arg[i];
    mh_handler_t *handler;

    if (SvROK(callback) ? SvTYPE(SvRV(callback)) != SVt_PVCV
                        : !SvPOK(callback) || SvCUR(callback) == 0) {
        mh_method_croak(aTHX_ call, "argument %d must be %s, not %s", i + 1,
                        expected, mh_describe(aTHX_ callback));
    }
    handler = mh_handler_from_sv(aTHX_ callback, mehari.pconf);
    if (handler->name != NULL) {
        handler->must_exist = true;
        mh_handlers_note(handler, mehari.pconf);
    }
    return handler;
}

/* httpd's list of providers lives as long as pconf, whatever the pool. */
static SV *register_auth_provider(pTHX_ mh_call_t *call)
{
    mh_auth_e auth = auth_group(aTHX_ call);
    const char *name = mh_arg_string(aTHX_ call, 2, "");
    IV type = mh_arg_int(aTHX_ call, 6, 0);
    mh_handler_t *second = NULL;
    mh_handler_t *first;

    if (*name == '\0')
        mh_method_croak(aTHX_ call, "a provider needs a name");
    if (type != AP_AUTH_INTERNAL_PER_URI && type != AP_AUTH_INTERNAL_PER_CONF) {
        mh_method_croak(aTHX_ call,
                        "argument 7 must be AUTH_INTERNAL_PER_URI or "
                        "AUTH_INTERNAL_PER_CONF of Apache2::Const, not %" IVdf,
                        type);
    }
    first = auth_callback(aTHX_ call, 4,
                          "a code reference or the name of a sub");
    if (SvOK(call->arg[5])) {
        second = auth_callback(aTHX_ call, 5,
                               "a code reference, the name of a sub or undef");
    }
    return mh_int(
        aTHX_ mh_auth_provider_add(auth, name, first, second, (int)type));
}

static const mh_method_t auth_provider_functions[] = {
    MH_METHOD_WHEN("register_auth_provider", "Psssc*i", register_auth_provider,
                   MH_STARTUP,
                   "Register a provider for AuthBasicProvider or Require"),
    MH_END
};

const mh_api_t mh_api_auth_provider_add[] = {
    { "Apache2::RequestUtil", MH_NONE, auth_provider_functions },
    MH_API_END,
};
