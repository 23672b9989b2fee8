/*
 * directives.c - the directives: one row each, and what a row does.
 *
 * If a function returns a string, httpd refuses the directive: it prints file,
 * line and our sentence.
 */
#include "module/perl/interpreter.h"
#include "module/gateway/process/process_config.h"
#include "module/gateway/script_log.h"
#include "module/perl/library.h"
#include "module/perl/parent.h"
#include "module/profile/settings.h"
#include "module/request/auth_provider.h"
#include "module/request/environment/environment.h"
#include "module/filter/filter_names.h"
#include "module/psgi/psgi_handler.h"
#include "module/gateway/pools/pool_config.h"
#include "module/request/handler.h"
#include "module/request/timing.h"
#include "module/limit/overtime.h"
#include "module/life/process_limits.h"
#include "module/limit/speed.h"
#include "module/limit/slow.h"
#include "module/life/startup.h"
#include "module/config/config.h"
#include "module/custom/custom_directive.h"
#include "module/config/embedded.h"
#include "module/config/htaccess.h"
#include "module/config/removed.h"
#include "module/custom/section.h"

static const char *add_handler(cmd_parms *cmd, mh_dir_config_t *dir,
                               const char *name, mh_hook_e hook);

static mh_load_t *new_load(cmd_parms *cmd, const char *name, bool module)
{
    mh_load_t *load = apr_pcalloc(cmd->pool, sizeof(*load));

    load->name = apr_pstrdup(cmd->pool, name);
    load->module = module;
    load->file = apr_pstrdup(cmd->pool, cmd->directive->filename);
    load->line = cmd->directive->line_num;
    return load;
}

/* PerlSwitches, PerlTaintCheck, PerlWarn */

/* True if the interpreter of the directive's server runs. */
static bool has_perl(cmd_parms *cmd)
{
    server_rec *base = mh_config_base_server(cmd->server);

    return mh_config_wants_parent(cmd->server, base)
               ? mh_parent_runs(cmd->server)
               : mehari.perl != NULL;
}

static const char *add_switch(cmd_parms *cmd, void *dir, const char *word)
{
    mh_server_config_t *config = mh_server_config(cmd->server);

    if (!strcasecmp(word, "+inherit"))
        return mh_options_apply(&config->options, "+InheritSwitches", true,
                                cmd->pool);
    if (has_perl(cmd))
        return apr_psprintf(cmd->pool,
                            "MH1101: Perl is already running, too late for "
                            "PerlSwitches %s; put it before the directive "
                            "that starts Perl",
                            word);
    mh_config_note_use();
    APR_ARRAY_PUSH(config->switches, char *) = apr_pstrdup(cmd->pool, word);
    return NULL;
}

static const char *set_taint(cmd_parms *cmd, void *dir, int on)
{
    return on ? add_switch(cmd, dir, "-T") : NULL;
}

static const char *set_warn(cmd_parms *cmd, void *dir, int on)
{
    return on ? add_switch(cmd, dir, "-w") : NULL;
}

/* PerlModule, PerlRequire, PerlConfigRequire, PerlPostConfigRequire */

static const char *load_here(cmd_parms *cmd, const char *name, bool module)
{
    dTHXa(mehari.perl);
    const char *why = module ? mh_require_module(aTHX_ name, cmd->pool)
                             : mh_require_named(aTHX_ name, cmd->pool);

    mh_environment_to_config(aTHX_ cmd->server);
    return why;
}

static const char *load_now(cmd_parms *cmd, const char *name, bool module)
{
    const char *why;

    mh_parent_enter(cmd->server);
    why = load_here(cmd, name, module);
    mh_parent_leave();
    return why ? apr_psprintf(cmd->pool, "MH1004: %s %s: %s", cmd->cmd->name,
                              name, why)
               : NULL;
}

static const char *load(cmd_parms *cmd, const char *name, bool module)
{
    mh_server_config_t *config = mh_server_config(cmd->server);
    const char *refused = mh_server_level_only(cmd);

    if (refused)
        return refused;
    mh_config_note_use();
    mh_config_note_said(cmd, cmd->cmd->name, name);
    if (mehari.perl) {
        refused = mehari.starting ? mh_startup_host(cmd) : NULL;
        return refused ? refused : load_now(cmd, name, module);
    }
    APR_ARRAY_PUSH(config->loads, mh_load_t *) = new_load(cmd, name, module);
    return NULL;
}

static const char *load_a_module(cmd_parms *cmd, void *dir, const char *name)
{
    return load(cmd, name, true);
}

static const char *load_a_file(cmd_parms *cmd, void *dir, const char *name)
{
    return load(cmd, name, false);
}

static const char *load_config_file(cmd_parms *cmd, void *dir, const char *name)
{
    const char *why;

    mh_config_note_said(cmd, cmd->cmd->name, name);
    why = mh_startup_early(cmd);
    return why ? why : load_now(cmd, name, false);
}

static const char *load_late(cmd_parms *cmd, void *dir, const char *name)
{
    mh_server_config_t *config = mh_server_config(cmd->server);

    mh_config_note_use();
    mh_config_note_said(cmd, cmd->cmd->name, name);
    APR_ARRAY_PUSH(config->late_loads, mh_load_t *) = new_load(cmd, name,
                                                               false);
    return NULL;
}

/* PerlSetVar, PerlAddVar, PerlSetEnv, PerlPassEnv */

static apr_table_t *table(cmd_parms *cmd, apr_table_t **where)
{
    if (!*where)
        *where = apr_table_make(cmd->pool, 2);
    return *where;
}

static const char *set_var(cmd_parms *cmd, void *dir_, const char *key,
                           const char *value)
{
    mh_dir_config_t *dir = dir_;
    mh_server_config_t *server = mh_server_config(cmd->server);

    apr_table_set(table(cmd, &dir->vars), key, value);
    apr_table_set(table(cmd, &dir->vars_set), key, "");
    if (!cmd->path) {
        apr_table_set(server->vars, key, value);
        apr_table_set(server->vars_set, key, "");
    }
    return NULL;
}

static const char *add_var(cmd_parms *cmd, void *dir_, const char *key,
                           const char *value)
{
    mh_dir_config_t *dir = dir_;

    table(cmd, &dir->vars_set);
    apr_table_add(table(cmd, &dir->vars), key, value);
    if (!cmd->path)
        apr_table_add(mh_server_config(cmd->server)->vars, key, value);
    return NULL;
}

/* If Perl does not run yet, it will find the entry in the table. */
static void tell_perl(cmd_parms *cmd, const char *key, const char *value)
{
    if (!has_perl(cmd))
        return;
    mh_parent_enter(cmd->server);
    {
        dTHXa(mehari.perl);

        mh_environment_set(aTHX_ key, value);
    }
    mh_parent_leave();
}

static const char *set_env(cmd_parms *cmd, void *dir_, const char *key,
                           const char *value)
{
    mh_dir_config_t *dir = dir_;

    if (cmd->path) {
        apr_table_set(table(cmd, &dir->env), key, value);
        return NULL;
    }
    apr_table_set(mh_server_config(cmd->server)->env, key, value);
    tell_perl(cmd, key, value);
    return NULL;
}

static const char *pass_env(cmd_parms *cmd, void *dir, const char *key)
{
    const char *value = getenv(key);

    if (!value)
        return NULL;
    apr_table_set(mh_server_config(cmd->server)->pass_env, key, value);
    tell_perl(cmd, key, value);
    return NULL;
}

/* PerlOptions, PerlSendHeader, PerlSetupEnv */

/*
 * At server level a word may be a server's option or the default for all
 * directories; in a container only the latter.
 */
static const char *set_option(cmd_parms *cmd, void *dir_, const char *word)
{
    mh_dir_config_t *dir = dir_;
    mh_options_t *server = &mh_server_config(cmd->server)->options;
    const char *name = word + (*word == '+' || *word == '-');
    bool of_directory = mh_options_bit(name, false) != 0;
    bool of_server = mh_options_bit(name, true) != 0;
    const char *why = NULL;

    if (cmd->path && !of_directory && of_server)
        return apr_psprintf(cmd->pool,
                            "MH1102: PerlOptions %s is for a whole server: "
                            "put it outside containers",
                            word);
    if (cmd->path || of_directory)
        why = mh_options_apply(&dir->options, word, false, cmd->pool);
    if (!why && !cmd->path && (of_server || !of_directory))
        why = mh_options_apply(server, word, true, cmd->pool);
    return why;
}

static const char *set_parse_headers(cmd_parms *cmd, void *dir, int on)
{
    return set_option(cmd, dir, on ? "+ParseHeaders" : "-ParseHeaders");
}

static const char *set_setup_env(cmd_parms *cmd, void *dir, int on)
{
    return set_option(cmd, dir, on ? "+SetupEnv" : "-SetupEnv");
}

/* Perl*Handler */

static const char *set_handler(cmd_parms *cmd, void *dir, const char *name)
{
    return add_handler(cmd, dir, name, mh_hook_find(cmd->cmd->name));
}

static const char *set_init_handler(cmd_parms *cmd, void *dir, const char *name)
{
    return add_handler(cmd, dir, name,
                       cmd->path ? MH_HOOK_HEADER_PARSER
                                 : MH_HOOK_POST_READ_REQUEST);
}

static const char *add_handler(cmd_parms *cmd, mh_dir_config_t *dir,
                               const char *name, mh_hook_e hook)
{
    mh_server_config_t *server = mh_server_config(cmd->server);
    apr_array_header_t **list = mh_hook_info(hook)->scope != MH_SCOPE_ANY
                                    ? &server->handlers[hook]
                                    : &dir->handlers[hook];
    bool htaccess = ap_check_cmd_context(cmd, NOT_IN_HTACCESS) != NULL;
    mh_handler_t *handler;

    if (!mh_hook_enabled(cmd->server, hook))
        return apr_psprintf(cmd->pool,
                            "MH1103: %s is disabled for server %s by "
                            "PerlOptions",
                            cmd->cmd->name,
                            cmd->server->server_hostname
                                ? cmd->server->server_hostname
                                : "(main)");
    if (htaccess && !strncmp(name, "sub", 3) && strchr(" \t{", name[3]))
        return apr_psprintf(cmd->pool,
                            "MH1104: %s: Perl source is not allowed in "
                            ".htaccess; name a handler instead",
                            cmd->cmd->name);
    if (!*list)
        *list = apr_array_make(cmd->pool, 1, sizeof(mh_handler_t *));
    handler = mh_handler_make(cmd->pool, name, cmd->directive);
    handler->server = cmd->server;
    APR_ARRAY_PUSH(*list, mh_handler_t *) = handler;
    mh_handlers_exist[hook] = true;
    if (!htaccess) {
        mh_config_note_use();
        mh_embedded_note(cmd, dir, hook);
        mh_handlers_note(handler, cmd->pool);
    }
    return NULL;
}

/*
 * A name that is allowed and not yet used: mehari looks for it when httpd
 * starts, as for the handlers of the server's own sections.
 */
static mh_handler_t *note_named(cmd_parms *cmd, const mh_dir_config_t *dir,
                                const char *name, mh_hook_e hook)
{
    mh_handler_t *handler = mh_handler_make(cmd->pool, name, cmd->directive);

    handler->server = cmd->server;
    mh_config_note_use();
    mh_embedded_note(cmd, dir, hook);
    mh_handlers_note(handler, cmd->pool);
    return handler;
}

/* PerlHtaccess, for a directive that names handlers */
static void note_allowed(cmd_parms *cmd, const mh_dir_config_t *dir,
                         const char *directive, const char *name)
{
    mh_hook_e hook = strcasecmp(directive, "PerlInitHandler")
                         ? mh_hook_find(directive)
                         : MH_HOOK_HEADER_PARSER;

    note_named(cmd, dir, name, hook);
}

static const char *allow_in_htaccess(cmd_parms *cmd, void *dir, int count,
                                     char *const words[])
{
    const char *why = mh_htaccess_allow(cmd, count, words);

    if (!why && count && mh_htaccess_names_code(words[0]))
        for (int i = 1; i < count; i++)
            note_allowed(cmd, dir, words[0], mh_htaccess_name(words[i]));
    return why;
}

/*
 * PerlSsiSub: a section that names subs takes the place of those around it, and
 * None makes an empty list.
 */
static const char *allow_page_sub(cmd_parms *cmd, void *dir_, const char *name)
{
    mh_dir_config_t *dir = dir_;

    if (!dir->page_subs)
        dir->page_subs = apr_array_make(cmd->pool, 4, sizeof(mh_handler_t *));
    if (strcasecmp(name, "None") != 0)
        APR_ARRAY_PUSH(dir->page_subs, mh_handler_t *) =
            note_named(cmd, dir, name, MH_HOOK_RESPONSE);
    return NULL;
}

/* An application of PSGI is one more response handler, in place of others. */
static const char *set_cgi_scripts(cmd_parms *cmd, void *dir, int on)
{
    ((mh_dir_config_t *)dir)->cgi.scripts = on ? 1 : -1;
    return NULL;
}

static const char *set_psgi_app(cmd_parms *cmd, void *dir_, const char *name,
                                const char *word)
{
    mh_dir_config_t *dir = dir_;
    const char *file = ap_server_root_relative(cmd->pool, name);
    const char *refused = NULL;

    if (!file || access(file, R_OK) != 0)
        refused = apr_psprintf(cmd->pool, "MH1106: %s: %s cannot be read: %s",
                               cmd->cmd->name, name, strerror(errno));
    else if (word && strcasecmp(word, "unmapped") != 0)
        refused = apr_psprintf(cmd->pool,
                               "MH1120: %s: %s is not the word unmapped",
                               cmd->cmd->name, word);
    if (refused)
        return refused;
    dir->handlers[MH_HOOK_RESPONSE] = NULL;
    dir->psgi = (mh_psgi_dir_t){
        .file = file,
        .mount = dir->location ? dir->location : "",
        .unmapped = word != NULL,
    };
    return add_handler(cmd, dir, MH_PSGI_CLASS, MH_HOOK_RESPONSE);
}

const char *mh_server_level_only(cmd_parms *cmd)
{
    if (ap_check_cmd_context(cmd, NOT_IN_HTACCESS))
        return apr_psprintf(cmd->pool,
                            "MH1108: %s is not allowed in .htaccess: it "
                            "would let the owner of a folder run code in the "
                            "server; put it into the server configuration",
                            cmd->cmd->name);
    if (ap_check_cmd_context(cmd, NOT_IN_LIMIT | NOT_IN_DIR_CONTEXT))
        return apr_psprintf(
            cmd->pool,
            "MH1109: %s is not allowed in a container: put it outside, "
            "because Perl code is loaded for the whole server",
            cmd->cmd->name);
    return NULL;
}

/* clang-format off */
#define HANDLER(hook, option, scope, rule, help) \
    AP_INIT_ITERATE("Perl" option "Handler", set_handler, NULL, \
                    scope == MH_SCOPE_ANY ? OR_ALL : RSRC_CONF, \
                    "Subroutine names: " help),
#define INTERP(name, number, help) \
    AP_INIT_TAKE1(name, mh_embedded_set_number, \
                  (void *)(intptr_t)(number), RSRC_CONF, help)
#define REMOVED(name, instead) \
    AP_INIT_RAW_ARGS(name, mh_removed_directive, (void *)(instead), \
                     RSRC_CONF | ACCESS_CONF, "no longer exists")

command_rec mh_directives[] = {
    AP_INIT_ITERATE("PerlSwitches", add_switch, NULL, RSRC_CONF,
                    "switches for Perl, as on its command line"),
    AP_INIT_FLAG("PerlTaintCheck", set_taint, NULL, RSRC_CONF,
                 "On: PerlSwitches -T"),
    AP_INIT_FLAG("PerlWarn", set_warn, NULL, RSRC_CONF,
                 "On: PerlSwitches -w"),
    AP_INIT_ITERATE("PerlModule", load_a_module, NULL, OR_ALL,
                    "Perl modules to load at start"),
    AP_INIT_ITERATE("PerlRequire", load_a_file, NULL, OR_ALL,
                    "Perl files to load at start"),
    AP_INIT_ITERATE("PerlConfigRequire", load_config_file, NULL, RSRC_CONF,
                    "Perl files to load while the configuration is read"),
    AP_INIT_ITERATE("PerlPostConfigRequire", load_late, NULL, RSRC_CONF,
                    "Perl files to load after the configuration is read"),
    AP_INIT_TAKE2("PerlSetVar", set_var, NULL, OR_ALL,
                  "a key and its value for $r->dir_config"),
    AP_INIT_ITERATE2("PerlAddVar", add_var, NULL, OR_ALL,
                     "a key and further values for $r->dir_config"),
    AP_INIT_TAKE2("PerlSetEnv", set_env, NULL, OR_ALL,
                  "a variable for %ENV and its value"),
    AP_INIT_ITERATE("PerlPassEnv", pass_env, NULL, RSRC_CONF,
                    "variables of httpd's environment for %ENV"),
    AP_INIT_ITERATE("PerlOptions", set_option, NULL, OR_ALL,
                    "switches: +Name, -Name, or None"),
    AP_INIT_TAKE_ARGV("PerlHtaccess", allow_in_htaccess, NULL, RSRC_CONF,
                      "a directive that .htaccess may have, and names"),
    AP_INIT_FLAG("PerlSendHeader", set_parse_headers, NULL, OR_ALL,
                 "On: PerlOptions +ParseHeaders"),
    AP_INIT_FLAG("PerlSetupEnv", set_setup_env, NULL, OR_ALL,
                 "On: PerlOptions +SetupEnv"),
    AP_INIT_ITERATE("PerlInitHandler", set_init_handler, NULL, OR_ALL,
                    "handlers for the first phase of this place"),
    INTERP("PerlInterpStart", MH_INTERP_START,
           "accepted; each process has one interpreter"),
    INTERP("PerlInterpMax", MH_INTERP_MAX,
           "accepted; each process has one interpreter"),
    INTERP("PerlInterpMinSpare", MH_INTERP_MIN_SPARE,
           "accepted; each process has one interpreter"),
    INTERP("PerlInterpMaxSpare", MH_INTERP_MAX_SPARE,
           "accepted; each process has one interpreter"),
    INTERP("PerlInterpMaxRequests", MH_INTERP_MAX_REQUESTS,
           "accepted; see MaxConnectionsPerChild"),
    AP_INIT_TAKE1("PerlInterpWait", mh_embedded_set_wait, NULL, RSRC_CONF,
                  "how long a request waits for Perl in threads"),
    MH_HOOK_TABLE(HANDLER)
    AP_INIT_ITERATE("PerlHandler", set_handler, NULL, OR_ALL,
                    "the same as PerlResponseHandler"),
    AP_INIT_TAKE1("PerlSetInputFilter", mh_filter_names_input, NULL, OR_ALL,
                  "httpd's own input filters, separated by ;"),
    AP_INIT_TAKE1("PerlSetOutputFilter", mh_filter_names_output, NULL, OR_ALL,
                  "httpd's own output filters, separated by ;"),
    AP_INIT_TAKE2("PerlAddAuthnProvider", mh_auth_provider_authn, NULL,
                  RSRC_CONF,
                  "a name for AuthBasicProvider and a handler"),
    AP_INIT_TAKE2("PerlAddAuthzProvider", mh_auth_provider_authz, NULL,
                  RSRC_CONF, "a name for Require and a handler"),
    AP_INIT_TAKE_ARGV("PerlPool", mh_pool_define, NULL, RSRC_CONF,
                      "a pool's name, and KEY=VALUE words"),
    AP_INIT_TAKE123("PerlProfile", mh_profile_set, NULL,
                    RSRC_CONF | ACCESS_CONF,
                    "which requests are profiled: On, Off or Key FILE; where "
                    "to: dir=FOLDER [files=N] [size=BYTES]"),
    AP_INIT_TAKE1("PerlTiming", mh_timing_set, NULL, RSRC_CONF | ACCESS_CONF,
                  "how long handlers take: On, Log or Off"),
    AP_INIT_TAKE1("PerlSlowLog", mh_slow_set, NULL, RSRC_CONF,
                  "seconds after which a request is reported"),
    AP_INIT_TAKE1("PerlRequestTimeout", mh_overtime_set, NULL, RSRC_CONF,
                  "seconds after which a handler in httpd is ended"),
    AP_INIT_TAKE1("PerlUsePool", mh_process_use_pool, NULL, OR_ALL,
                  "the pool that runs the scripts here"),
    AP_INIT_FLAG("PerlCgiScripts", set_cgi_scripts, NULL,
                 RSRC_CONF | ACCESS_CONF,
                 "On: perl-cgi runs what mod_cgi would run"),
    AP_INIT_TAKE12("PerlPsgiApp", set_psgi_app, NULL, RSRC_CONF | ACCESS_CONF,
                  "the file of an application for SetHandler perl-psgi"),
    AP_INIT_ITERATE("PerlSsiSub", allow_page_sub, NULL,
                    RSRC_CONF | ACCESS_CONF,
                    "subs that pages of mod_include may call, or None"),
    AP_INIT_ITERATE("PerlBuffer", mh_process_set_buffer, NULL,
                    RSRC_CONF | ACCESS_CONF,
                    "what httpd keeps for slow clients: request=, response= "
                    "and file=BYTES"),
    AP_INIT_ITERATE("PerlSizeLimit", mh_process_limits_set_size, NULL,
                    RSRC_CONF,
                    "how large a child with Perl may become"),
    AP_INIT_ITERATE("PerlResourceLimit", mh_process_limits_set_resource, NULL,
                    RSRC_CONF, "the kernel's limits of a child"),
    AP_INIT_TAKE12("PerlSpeedLimit", mh_speed_set, NULL,
                   RSRC_CONF | ACCESS_CONF,
                   "how fast a client may send requests: REQUESTS/SECONDS "
                   "[burst=N], or Off; clients=N: how many are known"),
    AP_INIT_TAKE1("ScriptLog", mh_script_log_set_file, NULL, RSRC_CONF,
                  "a file for errors of scripts"),
    AP_INIT_TAKE1("ScriptLogLength", mh_script_log_set_length, NULL, RSRC_CONF,
                  "bytes at which the ScriptLog is full"),
    AP_INIT_TAKE1("ScriptLogBuffer", mh_script_log_set_buffer, NULL, RSRC_CONF,
                  "bytes of a request's body in the ScriptLog"),
    AP_INIT_TAKE1("CGIScriptTimeout", mh_process_set_timeout, NULL,
                  RSRC_CONF | ACCESS_CONF,
                  "seconds for which a script may be silent"),
    AP_INIT_RAW_ARGS("PerlLoadModule", mh_load_module, NULL, RSRC_CONF,
                     "Perl modules that add directives"),
    AP_INIT_RAW_ARGS("<Perl", mh_section_read, NULL,
                     RSRC_CONF | EXEC_ON_READ,
                     "Perl code that configures, to </Perl>"),
    AP_INIT_RAW_ARGS("Perl", mh_section_run, NULL, RSRC_CONF,
                     "a line of Perl code"),
    AP_INIT_RAW_ARGS("=pod", mh_section_pod, NULL, RSRC_CONF | EXEC_ON_READ,
                     "documentation, to =cut or =over httpd"),
    AP_INIT_RAW_ARGS("=back", mh_section_pod, NULL, RSRC_CONF | EXEC_ON_READ,
                     "the end of =over httpd: documentation, to =cut"),
    AP_INIT_RAW_ARGS("=cut", mh_section_cut, NULL, RSRC_CONF | EXEC_ON_READ,
                     "the end of =pod"),
    AP_INIT_RAW_ARGS("__END__", mh_section_end, NULL,
                     RSRC_CONF | EXEC_ON_READ,
                     "the end of the configuration in this file"),
    REMOVED("PerlCgiBuffer", "write PerlBuffer response=BYTES"),
    REMOVED("PerlProfileDir",
            "write PerlProfile dir=FOLDER, with files=N and size=BYTES as "
            "before"),
    REMOVED("PerlRequestBuffer",
            "write PerlBuffer request=BYTES, or request=Off"),
    REMOVED("PerlResponseFile", "write PerlBuffer file=BYTES, or file=Off"),
    REMOVED("PerlSpeedLimitClients", "write PerlSpeedLimit clients=NUMBER"),
    REMOVED("PerlTier",
            "remove it, because perl-cgi runs each script in a process of its "
            "own; for a script of ModPerl::Registry write SetHandler "
            "perl-script, PerlResponseHandler ModPerl::Registry, PerlOptions "
            "+ParseHeaders and PerlUsePool default"),
    {.name = NULL}
};
/* clang-format on */

void mh_directives_guard(void)
{
    mh_htaccess_guard(mh_directives,
                      sizeof(mh_directives) / sizeof(mh_directives[0]));
}
