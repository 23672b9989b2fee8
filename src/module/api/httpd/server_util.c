/*
 * server_util.c - Apache2::ServerUtil: the server's configuration, handlers,
 * and what httpd knows about itself.
 */
#include "module/api/httpd/config_lines.h"
#include "module/api/core/method_table.h"
#include "module/common/role.h"
#include "module/api/httpd/table_access.h"
#include "module/config/config.h"
#include "module/perl/call.h"
#include "module/perl/interpreter.h"
#include "module/perl/parent.h"
#include "module/request/handler.h"
#include "module/worker/server_facts.h"

#include <unistd.h>

#include "unixd.h"

#define SERVER(call) ((server_rec *)(call)->self)

/* --- configuration ---------------------------------------------------- */

static SV *server_util_add_config(pTHX_ mh_call_t *call)
{
    server_rec *s = SERVER(call);
    mh_config_target_t target = {
        .pool = s->process->pconf,
        .server = s,
        .override = (RSRC_CONF | OR_ALL) & ~(OR_AUTHCFG | OR_LIMIT),
        .override_options = OPT_ALL | OPT_SYM_OWNER | OPT_MULTI,
        .into = s->lookup_defaults,
    };

    if (!mehari.starting) {
        /* The other children would not see the change. */
        croak("Can't run '$s->add_config' after server startup");
    }
    mh_config_lines(aTHX_ call, 0, &target);
    return NULL;
}

static SV *server_util_dir_config(pTHX_ mh_call_t *call)
{
    server_rec *s = SERVER(call);

    mh_config_ensure(s);
    return mh_table_access(aTHX_ call, mh_server_config(s)->vars,
                           s->process->pconf);
}

static SV *server_util_is_perl_option_enabled(pTHX_ mh_call_t *call)
{
    const char *name = mh_arg_string(aTHX_ call, 0, NULL);
    int enabled = mh_option_enabled(NULL, SERVER(call), name);

    if (enabled < 0)
        mh_method_croak(aTHX_ call, "there is no PerlOptions %s", name);
    return mh_int(aTHX_ enabled);
}

static SV *loglevel(pTHX_ mh_call_t *call)
{
    server_rec *s = SERVER(call);
    SV *before = mh_int(aTHX_ s->log.level);

    if (mh_arg_given(call, 0))
        s->log.level = (int)mh_arg_int(aTHX_ call, 0, APLOG_WARNING);
    return before;
}

static SV *add_version_component(pTHX_ mh_call_t *call)
{
    ap_add_version_component(SERVER(call)->process->pconf,
                             mh_arg_string(aTHX_ call, 0, ""));
    return NULL;
}

static SV *error_log2stderr(pTHX_ mh_call_t *call)
{
    ap_error_log2stderr(SERVER(call));
    return NULL;
}

static SV *method_register(pTHX_ mh_call_t *call)
{
    apr_pool_t *pool = SERVER(call)->process->pconf;

    return mh_int(aTHX_ ap_method_register(
        pool, apr_pstrdup(pool, mh_arg_string(aTHX_ call, 0, ""))));
}

/* --- handlers --------------------------------------------------------- */

static mh_hook_e hook_of(pTHX_ mh_call_t *call)
{
    const char *name = mh_arg_string(aTHX_ call, 0, NULL);
    mh_hook_e hook = mh_hook_find(name);

    if (hook == MH_HOOK_NONE)
        mh_method_croak(aTHX_ call, "there is no handler directive %s", name);
    return hook;
}

static SV *server_util_push_handlers(pTHX_ mh_call_t *call)
{
    mh_hook_e hook = hook_of(aTHX_ call);

    return mh_bool(
        aTHX_ mh_server_handlers_push(aTHX_ SERVER(call), hook, call->arg[1]));
}

static SV *server_util_set_handlers(pTHX_ mh_call_t *call)
{
    mh_hook_e hook = hook_of(aTHX_ call);

    return mh_bool(
        aTHX_ mh_server_handlers_set(aTHX_ SERVER(call), hook, call->arg[1]));
}

static SV *server_util_get_handlers(pTHX_ mh_call_t *call)
{
    AV *list = mh_server_handlers_get(aTHX_ SERVER(call), hook_of(aTHX_ call));

    return list == NULL ? &PL_sv_undef : sv_2mortal(newRV_inc((SV *)list));
}

/* --- the end of the server -------------------------------------------- */

typedef struct {
    SV *code;
    pid_t pid;           /* of the parent: children end without running it */
    unsigned generation; /* of the interpreter that has the code */
} shutdown_t;

static apr_status_t at_shutdown(void *data)
{
    shutdown_t *shutdown = data;

    if (shutdown->pid != getpid())
        return APR_SUCCESS;
    if (mh_parent_enter_generation(shutdown->generation)) {
        dTHXa(mehari.perl);
        mh_result_t result = mh_call(aTHX_ shutdown->code, NULL, 0);

        if (result.outcome == MH_CALL_DIED)
            mh_error_report(aTHX_ NULL, mehari.server);
        SvREFCNT_dec(shutdown->code);
    }
    mh_parent_leave();
    return APR_SUCCESS;
}

/* A name is resolved now, so that the caller gets the error. */
static SV *code_of(pTHX_ mh_call_t *call, SV *given)
{
    CV *code;

    if (SvROK(given))
        return newSVsv(given);
    code = get_cv(SvPV_nolen(given), 0);
    if (code == NULL)
        mh_method_croak(aTHX_ call, "there is no sub %s", SvPV_nolen(given));
    return newRV_inc((SV *)code);
}

static SV *server_shutdown_cleanup_register(pTHX_ mh_call_t *call)
{
    shutdown_t *shutdown = apr_palloc(mehari.pconf, sizeof *shutdown);

    shutdown->code = code_of(aTHX_ call, call->arg[0]);
    shutdown->pid = getpid();
    shutdown->generation = mehari.generation;
    apr_pool_cleanup_register(mehari.pconf, shutdown, at_shutdown,
                              apr_pool_cleanup_null);
    return NULL;
}

/* --- what httpd knows about itself ------------------------------------ */

static SV *exists_config_define(pTHX_ mh_call_t *call)
{
    return mh_bool(
        aTHX_ ap_exists_config_define(mh_arg_string(aTHX_ call, 0, "")));
}

static SV *get_server_banner(pTHX_ mh_call_t *call)
{
    return mh_string(aTHX_ ap_get_server_banner());
}

static SV *get_server_built(pTHX_ mh_call_t *call)
{
    return mh_string(aTHX_ ap_get_server_built());
}

static SV *get_server_description(pTHX_ mh_call_t *call)
{
    return mh_string(aTHX_ ap_get_server_description());
}

static SV *restart_count(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ mh_server_facts_restarts(mehari.restarts));
}

static SV *server_root(pTHX_ mh_call_t *call)
{
    return mh_string(aTHX_ ap_server_root);
}

static SV *server_root_relative(pTHX_ mh_call_t *call)
{
    return mh_string(
        aTHX_ ap_server_root_relative(mh_arg_object(aTHX_ call, 0, MH_POOL),
                                      mh_arg_string(aTHX_ call, 1, "")));
}

/* A worker runs as its pool's user; User and Group are not in its
 * configuration. */
static SV *group_id(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ mh_role_is_worker() ? getegid()
                                            : ap_unixd_config.group_id);
}

static SV *user_id(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ mh_role_is_worker() ? geteuid()
                                            : ap_unixd_config.user_id);
}

static SV *main_server(pTHX_ mh_call_t *call)
{
    return mh_object_server(aTHX_ mehari.server);
}

static const mh_method_t server_util_methods[] = {
    MH_METHOD("add_config", "r", server_util_add_config,
              "Apply configuration lines to this server"),
    MH_METHOD_WHEN("add_version_component", "s", add_version_component,
                   MH_STARTUP, "Add a word to the Server header"),
    MH_METHOD("dir_config", "|sS", server_util_dir_config,
              "The variables of PerlSetVar and PerlAddVar of this server"),
    MH_METHOD("error_log2stderr", "", error_log2stderr,
              "Make STDERR write to this server's error log"),
    MH_METHOD("get_handlers", "s", server_util_get_handlers,
              "The handlers of a phase, as code references"),
    MH_METHOD("is_perl_option_enabled", "s", server_util_is_perl_option_enabled,
              "True if that PerlOptions is on for this server"),
    MH_METHOD("loglevel", "|i", loglevel, "The LogLevel as a number"),
    MH_METHOD("method_register", "s", method_register,
              "Make httpd accept a request method of that name"),
    MH_METHOD("push_handlers", "s*", server_util_push_handlers,
              "Add handlers to a phase of this server"),
    MH_METHOD("set_handlers", "s*", server_util_set_handlers,
              "Replace the handlers of a phase of this server"),
    MH_END
};

static const mh_method_t server_util_functions[] = {
    MH_METHOD("exists_config_define", "s", exists_config_define,
              "True if that name is defined (httpd -D, Define)"),
    MH_METHOD("get_server_banner", "", get_server_banner,
              "The text of the Server header (see ServerTokens)"),
    MH_METHOD("get_server_built", "", get_server_built,
              "The time at which httpd was compiled"),
    MH_METHOD("get_server_description", "", get_server_description,
              "httpd's name and version with all components"),
    MH_METHOD("get_server_version", "", get_server_banner,
              "The same as get_server_banner"),
    MH_METHOD("restart_count", "", restart_count,
              "The number of times that httpd has read its configuration"),
    MH_METHOD("server_root", "|*", server_root, "The directory of ServerRoot"),
    MH_METHOD("server_root_relative", "P|s", server_root_relative,
              "An absolute path; a relative one starts at ServerRoot"),
    MH_METHOD_WHEN("server_shutdown_cleanup_register", "c",
                   server_shutdown_cleanup_register, MH_STARTUP,
                   "Call a sub in the parent when the server stops"),
    MH_METHOD("group_id", "|*", group_id, "The group of Group, as a number"),
    MH_METHOD("server", "|*", main_server, "The main server"),
    MH_METHOD("user_id", "|*", user_id, "The user of User, as a number"),
    MH_END,
};

const mh_api_t mh_api_server_util[] = {
    { "Apache2::ServerUtil", MH_SERVER, server_util_methods },
    { "Apache2::ServerUtil", MH_NONE, server_util_functions },
    MH_API_END,
};
