/*
 * startup.c - see startup.h.
 */
#include "module/life/startup.h"

#include "module/api/core/object.h"
#include "module/config/config.h"
#include "module/config/embedded.h"
#include "module/perl/perl_life.h"
#include "module/perl/library.h"
#include "module/perl/parent.h"
#include "module/perl/reserved.h"
#include "module/profile/settings.h"
#include "module/request/environment/environment.h"
#include "module/request/handler.h"
#include "module/request/phase.h"
#include "shared/wire/code.h"

static const char *start_parents(server_rec *s, apr_pool_t *pconf);
static const char *start_parent(server_rec *host, server_rec *s,
                                apr_pool_t *pconf);
static const char *load_all(server_rec *s, apr_array_header_t *loads,
                            const char *directive, apr_pool_t *pconf);
static const char *load_here(server_rec *s, apr_array_header_t *loads,
                             const char *directive, apr_pool_t *pconf);
static const char *run_hook(server_rec *s, mh_hook_e hook, apr_pool_t *pconf,
                            apr_pool_t *plog, apr_pool_t *ptemp);

/* Under a threaded MPM workers load the code of those handlers they run. */
static bool needs_perl(void)
{
    return mehari.threaded ? mh_embedded_needed() : mh_config_uses_perl();
}

const char *mh_startup_perl(server_rec *s, apr_pool_t *pconf)
{
    return mh_interpreter_start(s, mh_server_config(s)->switches, pconf);
}

/* The server's interpreter, those of virtual hosts, and their units. */
static const char *start_all(server_rec *s, apr_pool_t *pconf)
{
    const char *why = mh_startup_perl(s, pconf);

    if (!why)
        why = start_parents(s, pconf);
    if (!why) {
        dTHXa(mehari.perl);

        why = mh_profile_load(aTHX_ pconf);
    }
    return why;
}

const char *mh_startup(server_rec *s, apr_pool_t *pconf)
{
    const char *why = NULL;

    mh_config_ensure_all(s);
    if (!mehari.perl && !needs_perl())
        return NULL;
    why = start_all(s, pconf);
    for (server_rec *each = s; each && !why; each = each->next)
        why = load_all(each, mh_server_config(each)->loads, "PerlRequire",
                       pconf);
    for (server_rec *each = s; each && !why; each = each->next)
        why = load_all(each, mh_server_config(each)->loads, "PerlModule",
                       pconf);
    return why;
}

const char *mh_startup_in_child(void)
{
    server_rec *s = mehari.server;
    const char *why = mehari.perl ? NULL : start_all(s, s->process->pool);

    mehari.starting = false;
    mh_reserved_keep();
    return why;
}

static const char *start_parents(server_rec *s, apr_pool_t *pconf)
{
    const char *why = NULL;

    for (server_rec *each = s; each && !why; each = each->next)
        why = start_parent(each, s, pconf);
    return why;
}

/* A virtual host has switches of its own, unless it says that it inherits. */
static apr_array_header_t *switches_of(const server_rec *s,
                                       const server_rec *main, apr_pool_t *pool)
{
    const mh_server_config_t *config = mh_server_config(s);

    if (!(config->options.on & MH_INHERIT_SWITCHES))
        return config->switches;
    return apr_array_append(pool, mh_server_config(main)->switches,
                            config->switches);
}

static const char *start_parent(server_rec *host, server_rec *s,
                                apr_pool_t *pconf)
{
    const char *why = NULL;
    size_t code;

    if (mh_config_wants_parent(host, s))
        why = mh_parent_start(host, switches_of(host, s, pconf), pconf);
    if (!why)
        return NULL;
    code = mh_code_length(why);
    return apr_psprintf(pconf, "%.*svirtual host %s (%s:%u): %s", (int)code,
                        why, host->server_hostname, host->defn_name,
                        host->defn_line_number, why + code);
}

const char *mh_startup_early(cmd_parms *cmd)
{
    server_rec *base = mh_config_base_server(cmd->server);
    const char *why = NULL;

    mh_config_note_use();
    mh_embedded_note_use();
    if (!mehari.perl)
        why = mh_startup(base, cmd->pool);
    return why ? why : mh_startup_host(cmd);
}

const char *mh_startup_host(cmd_parms *cmd)
{
    server_rec *s = cmd->server;
    server_rec *base = mh_config_base_server(s);
    const char *why;

    mh_config_ensure(s);
    mh_config_ensure(base);
    if (mh_parent_runs(s) || !mh_config_wants_parent(s, base))
        return NULL;
    why = start_parent(s, base, cmd->pool);
    if (!why)
        why = load_all(s, mh_server_config(s)->loads, "PerlRequire", cmd->pool);
    if (!why)
        why = load_all(s, mh_server_config(s)->loads, "PerlModule", cmd->pool);
    return why;
}

static const char *load_all(server_rec *s, apr_array_header_t *loads,
                            const char *directive, apr_pool_t *pconf)
{
    const char *why;

    mh_parent_enter(s);
    why = load_here(s, loads, directive, pconf);
    mh_parent_leave();
    return why;
}

/* Two lines, as under mod_perl: Perl's message, and that httpd cannot start. */
static const char *cannot_load(server_rec *s, const mh_load_t *load,
                               const char *directive, const char *why,
                               apr_pool_t *pconf)
{
    mh_log_error(APLOG_MARK, APLOG_ERR, 0, s, "%s", why);
    return apr_psprintf(pconf,
                        "MH1003: Can't load Perl %s %s for server %s:%u, "
                        "exiting... %s %s (%s:%d): %s",
                        load->module ? "module" : "file:", load->name,
                        s->server_hostname, s->port, directive, load->name,
                        load->file, load->line, why);
}

/* The entries that the directive has made; they may change %ENV. */
static const char *load_here(server_rec *s, apr_array_header_t *loads,
                             const char *directive, apr_pool_t *pconf)
{
    bool modules = !strcmp(directive, "PerlModule");
    dTHXa(mehari.perl);

    for (int i = 0; i < loads->nelts; i++) {
        mh_load_t *load = APR_ARRAY_IDX(loads, i, mh_load_t *);
        const char *why;

        if (load->module != modules)
            continue;
        why = load->module ? mh_require_module(aTHX_ load->name, pconf)
                           : mh_require_named(aTHX_ load->name, pconf);
        if (why)
            return cannot_load(s, load, directive, why, pconf);
        mh_environment_to_config(aTHX_ s);
    }
    return NULL;
}

const char *mh_startup_late(server_rec *s, apr_pool_t *pconf)
{
    const char *why = NULL;

    if (mehari.perl) {
        for (server_rec *each = s; each && !why; each = each->next)
            why = load_all(each, mh_server_config(each)->late_loads,
                           "PerlPostConfigRequire", pconf);
        if (!why)
            why = mh_handlers_check(s, pconf);
    }
    return why;
}

const char *mh_startup_hook(server_rec *s, mh_hook_e hook, apr_pool_t *pconf,
                            apr_pool_t *plog, apr_pool_t *ptemp)
{
    const char *why = NULL;

    if (!mehari.perl)
        return NULL;
    for (server_rec *each = s; each && !why; each = each->next) {
        if (!mh_server_config(each)->handlers[hook])
            continue;
        mh_parent_enter(each);
        why = run_hook(each, hook, pconf, plog, ptemp);
        mh_parent_leave();
    }
    return why;
}

static const char *run_hook(server_rec *s, mh_hook_e hook, apr_pool_t *pconf,
                            apr_pool_t *plog, apr_pool_t *ptemp)
{
    int status;
    dTHXa(mehari.perl);

    ENTER;
    SAVETMPS;
    {
        SV *args[4] = { mh_object_pool(aTHX_ pconf), mh_object_pool(aTHX_ plog),
                        mh_object_pool(aTHX_ ptemp),
                        mh_object_server(aTHX_ s) };

        status = mh_phase_run_server(aTHX_ s, hook, args, 4);
    }
    FREETMPS;
    LEAVE;
    if (status == OK)
        return NULL;
    return apr_psprintf(pconf,
                        "MH1007: Callback '%s' returned %d, whereas "
                        "Apache2::Const::OK (%d) is the only valid return "
                        "value for %s handlers: the server does not start",
                        mh_phase_last(), status, OK, mh_hook_info(hook)->name);
}
