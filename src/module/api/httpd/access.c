/* access.c - Apache2::Access: access control and authentication. */
#include "module/api/core/method_table.h"

#include "module/api/core/arglist.h"
#include "module/worker/server_facts.h"

static SV *allow_methods(pTHX_ mh_call_t *call)
{
    SV **list = mh_arglist(aTHX_ call);
    request_rec *r = call->self;

    if (mh_arg_bool(aTHX_ call, 0, false))
        ap_clear_method_list(r->allowed_methods);
    for (int i = 1; i < call->nargs; i++) {
        ap_allow_methods(r, MERGE_ALLOW,
                         apr_pstrdup(r->pool, SvPV_nolen(list[i])), NULL);
    }
    return NULL;
}

static SV *allow_override_opts(pTHX_ mh_call_t *call)
{
    request_rec *r = call->self;
    core_dir_config *core = ap_get_core_module_config(r->per_dir_config);

    return mh_int(aTHX_ core->override_opts);
}

/* The value as a directive's argument: quotes and backslashes are escaped. */
static const char *quoted(apr_pool_t *pool, const char *value)
{
    char *result = apr_palloc(pool, strlen(value) * 2 + 3);
    char *end = result;

    *end++ = '"';
    for (; *value != '\0'; value++) {
        if (*value == '"' || *value == '\\')
            *end++ = '\\';
        *end++ = *value;
    }
    *end++ = '"';
    *end = '\0';
    return result;
}

/*
 * Applies `NAME "value"` to this request alone. The value's place is known only
 * to the module that has the directive (mod_authn_core), so httpd reads the
 * line as a directive, into a configuration merged over the directory's. NULL,
 * or what was wrong.
 */
static const char *apply_directive(request_rec *r, const char *name,
                                   const char *value)
{
    ap_directive_t directive = { .directive = name, .filename = "Perl" };
    ap_conf_vector_t *config = ap_create_per_dir_config(r->pool);
    cmd_parms parms = {
        .override = OR_AUTHCFG,
        .override_opts = OPT_ALL,
        .limited = -1,
        .pool = r->pool,
        .temp_pool = r->pool,
        .server = r->server,
    };
    const char *error;

    if (mh_server_facts_set_auth(r, name, value))
        return NULL;
    directive.args = quoted(r->pool, value);
    error = ap_walk_config(&directive, &parms, config);
    if (error == NULL) {
        r->per_dir_config = ap_merge_per_dir_configs(r->pool, r->per_dir_config,
                                                     config);
    }
    return error;
}

/* An empty value changes nothing: httpd's modules refuse it. */
static void set_directive(pTHX_ mh_call_t *call, const char *name)
{
    const char *value = mh_arg_string(aTHX_ call, 0, "");
    const char *error = *value == '\0'
                            ? NULL
                            : apply_directive(call->self, name, value);

    if (error != NULL)
        mh_method_croak(aTHX_ call, "%s", error);
}

static SV *auth_name(pTHX_ mh_call_t *call)
{
    if (mh_arg_given(call, 0))
        set_directive(aTHX_ call, "AuthName");
    return mh_string(aTHX_ ap_auth_name(call->self));
}

static SV *auth_type(pTHX_ mh_call_t *call)
{
    const char *type;

    if (mh_arg_given(call, 0))
        set_directive(aTHX_ call, "AuthType");
    type = ap_auth_type(call->self);
    return mh_string(aTHX_ type != NULL ? type : "none");
}

/* The type is set to Basic, because httpd looks for a password only then. */
static SV *get_basic_auth_pw(pTHX_ mh_call_t *call)
{
    const char *password = NULL;
    const char *error = NULL;
    int rc;

    if (ap_auth_type(call->self) == NULL)
        error = apply_directive(call->self, "AuthType", "Basic");
    if (error != NULL)
        mh_method_croak(aTHX_ call, "%s", error);
    rc = ap_get_basic_auth_pw(call->self, &password);
    call->list = (AV *)sv_2mortal((SV *)newAV());
    av_push(call->list, newSViv(rc));
    av_push(call->list, newSVsv(mh_string(aTHX_ rc == OK ? password : NULL)));
    return NULL;
}

static SV *get_remote_logname(pTHX_ mh_call_t *call)
{
    return mh_string(aTHX_ ap_get_remote_logname(call->self));
}

static SV *note_auth_failure(pTHX_ mh_call_t *call)
{
    ap_note_auth_failure(call->self);
    return NULL;
}

static SV *note_basic_auth_failure(pTHX_ mh_call_t *call)
{
    ap_note_basic_auth_failure(call->self);
    return NULL;
}

static SV *note_digest_auth_failure(pTHX_ mh_call_t *call)
{
    ap_note_digest_auth_failure(call->self);
    return NULL;
}

static const mh_method_t access_methods[] = {
    MH_METHOD("allow_methods", "b@", allow_methods,
              "the methods for the Allow header"),
    MH_METHOD_OF_REQUEST("allow_options", ap_allow_options,
                         "the Options that are on here, as a bit mask"),
    MH_METHOD("allow_override_opts", "", allow_override_opts,
              "the options that .htaccess may set, as a bit mask"),
    MH_METHOD_OF_REQUEST("allow_overrides", ap_allow_overrides,
                         "the AllowOverride of this directory, as a bit mask"),
    MH_METHOD("auth_name", "|s", auth_name, "AuthName; can be set"),
    MH_METHOD("auth_type", "|s", auth_type, "AuthType; can be set"),
    MH_METHOD("get_basic_auth_pw", "", get_basic_auth_pw,
              "a status, and the password that the client sent"),
    MH_METHOD("get_remote_logname", "", get_remote_logname,
              "the user name from the client's ident server"),
    MH_METHOD("note_auth_failure", "", note_auth_failure,
              "set WWW-Authenticate for the AuthType"),
    MH_METHOD("note_basic_auth_failure", "", note_basic_auth_failure,
              "the same as note_auth_failure"),
    MH_METHOD("note_digest_auth_failure", "", note_digest_auth_failure,
              "the same as note_auth_failure"),
    MH_METHOD_OF_REQUEST("satisfies", ap_satisfies,
                         "the Satisfy of this location"),
    MH_METHOD_OF_REQUEST("some_auth_required", ap_some_auth_required,
                         "true if a Require line needs to know the user"),
    MH_END,
};

const mh_api_t mh_api_access[] = {
    { "Apache2::Access", MH_REQUEST, access_methods },
    MH_API_END,
};
