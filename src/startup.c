/*
 * startup.c - see startup.h.
 */
#include "startup.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include "api/object.h"
#include "config/config.h"
#include "config/embedded.h"
#include "perl/interpreter.h"
#include "perl/library.h"
#include "perl/parent.h"
#include "profile/settings.h"
#include "request/environment.h"
#include "request/phase.h"
#include "wire/code.h"
#include "worker/worker.h"

static const char *start_parent(server_rec *host, server_rec *s,
                                apr_pool_t *pconf);
static const char *load_all(server_rec *s, apr_array_header_t *loads,
                            const char *directive, apr_pool_t *pconf);
static const char *load_here(server_rec *s, apr_array_header_t *loads,
                             const char *directive, apr_pool_t *pconf);
static const char *run_hook(server_rec *s, mh_hook_t hook, apr_pool_t *pconf,
                            apr_pool_t *plog, apr_pool_t *ptemp);

static int terminal = -1;
static bool detached; /* processes that are forked now are not httpd's parent */

/* A daemon of another module (mod_cgid's) or of Perl code would keep it open:
 * `apachectl start | cat` would not end. */
static void forked(void)
{
    if (detached)
        mh_startup_let_go_of_terminal();
}

void mh_startup_keep_terminal(void)
{
    static bool watches;

    detached = false;
    if (terminal >= 0 || mh_worker_is() ||
        ap_state_query(AP_SQ_MAIN_STATE) != AP_SQ_MS_CREATE_PRE_CONFIG)
        return;
    terminal = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (!watches)
        watches = pthread_atfork(NULL, NULL, forked) == 0;
}

void mh_startup_has_detached(void)
{
    detached = true;
}

int mh_startup_failed(server_rec *s, const char *why)
{
    ap_log_error(APLOG_MARK, APLOG_CRIT, 0, s, "%s", why);
    if (terminal >= 0)
        dprintf(terminal, "mehari: %s\n", why);
    return HTTP_INTERNAL_SERVER_ERROR;
}

void mh_startup_warn(server_rec *s, const char *what)
{
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, s, "%s", what);
    if (terminal >= 0)
        dprintf(terminal, "mehari: %s\n", what);
}

void mh_startup_let_go_of_terminal(void)
{
    if (terminal >= 0)
        close(terminal);
    terminal = -1;
}

/* Under a threaded MPM workers load the code of those handlers they run. */
static bool needs_perl(void)
{
    return mehari.threaded ? mh_embedded_needed() : mh_config_uses_perl();
}

const char *mh_startup(server_rec *s, apr_pool_t *pconf)
{
    const char *why = NULL;

    for (server_rec *each = s; each; each = each->next)
        mh_config_ensure(each);
    if (!mehari.perl && !needs_perl())
        return NULL;
    why = mh_interpreter_start(s, pconf);
    if (!why)
        why = mh_startup_parents(s, pconf);
    if (!why) {
        dTHXa(mehari.perl);

        why = mh_profile_load(aTHX_ pconf);
    }
    for (server_rec *each = s; each && !why; each = each->next)
        why = load_all(each, mh_server_config(each)->loads, "PerlRequire",
                       pconf);
    for (server_rec *each = s; each && !why; each = each->next)
        why = load_all(each, mh_server_config(each)->loads, "PerlModule",
                       pconf);
    return why;
}

const char *mh_startup_parents(server_rec *s, apr_pool_t *pconf)
{
    const char *why = NULL;

    for (server_rec *each = s; each && !why; each = each->next)
        why = start_parent(each, s, pconf);
    return why;
}

static const char *start_parent(server_rec *host, server_rec *s,
                                apr_pool_t *pconf)
{
    const char *why = mh_parent_start(host, s, pconf);
    size_t code;

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
    if (mh_parent_runs(s) || !mh_parent_wanted(s, base))
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
            return apr_psprintf(pconf, "MH1003: %s %s (%s:%d): %s", directive,
                                load->name, load->file, load->line, why);
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

const char *mh_startup_hook(server_rec *s, mh_hook_t hook, apr_pool_t *pconf,
                            apr_pool_t *plog, apr_pool_t *ptemp)
{
    const char *why = NULL;

    if (!mehari.perl)
        return NULL;
    for (server_rec *each = s; each && !why; each = each->next) {
        if (!mh_server_config(each)->handlers[hook])
            continue;
        mh_parent_enter(mh_phase_home(each, s, hook));
        why = run_hook(each, hook, pconf, plog, ptemp);
        mh_parent_leave();
    }
    return why;
}

static const char *run_hook(server_rec *s, mh_hook_t hook, apr_pool_t *pconf,
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
                        "MH1007: a %s returned %d: only OK lets the server "
                        "start",
                        mh_hook_info(hook)->name, status);
}
