/*
 * startup.c - see startup.h.
 */
#include "startup.h"

#include <fcntl.h>
#include <unistd.h>

#include "api/object.h"
#include "config/config.h"
#include "perl/interpreter.h"
#include "perl/library.h"
#include "request/environment.h"
#include "request/phase.h"
#include "worker/worker.h"

static const char *load_all(pTHX_ server_rec *s, apr_array_header_t *loads,
                            const char *directive, apr_pool_t *pconf);

static int terminal = -1;

void mh_startup_keep_terminal(void)
{
    if (terminal < 0 && !mh_worker_is() &&
        ap_state_query(AP_SQ_MAIN_STATE) == AP_SQ_MS_CREATE_PRE_CONFIG)
        terminal = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
}

int mh_startup_failed(server_rec *s, const char *why)
{
    ap_log_error(APLOG_MARK, APLOG_CRIT, 0, s, "%s", why);
    if (terminal >= 0)
        dprintf(terminal, "mehari: %s\n", why);
    return HTTP_INTERNAL_SERVER_ERROR;
}

static void let_go_of_terminal(void)
{
    if (terminal >= 0)
        close(terminal);
    terminal = -1;
}

/*
 * Under a threaded MPM the code of handlers is loaded by workers alone; what
 * the parent itself runs still needs it here.
 */
static bool needs_perl(server_rec *s)
{
    if (!mehari.threaded)
        return mh_config_uses_perl();
    for (; s; s = s->next)
        if (mh_server_config(s)->handlers[MH_HOOK_OPEN_LOGS] ||
            mh_server_config(s)->handlers[MH_HOOK_POST_CONFIG])
            return true;
    return false;
}

const char *mh_startup(server_rec *s, apr_pool_t *pconf)
{
    const char *why = NULL;

    if (!mehari.perl && !needs_perl(s))
        return NULL;
    why = mh_interpreter_start(s, pconf);
    if (why)
        return why;
    {
        dTHXa(mehari.perl);

        for (server_rec *each = s; each && !why; each = each->next)
            why = load_all(aTHX_ each, mh_server_config(each)->loads,
                           "PerlRequire", pconf);
        for (server_rec *each = s; each && !why; each = each->next)
            why = load_all(aTHX_ each, mh_server_config(each)->loads,
                           "PerlModule", pconf);
    }
    return why;
}

const char *mh_startup_early(cmd_parms *cmd)
{
    mh_config_note_use();
    return mehari.perl
               ? NULL
               : mh_startup(mh_config_base_server(cmd->server), cmd->pool);
}

/* The entries that the directive has made; they may change %ENV. */
static const char *load_all(pTHX_ server_rec *s, apr_array_header_t *loads,
                            const char *directive, apr_pool_t *pconf)
{
    bool modules = !strcmp(directive, "PerlModule");

    for (int i = 0; i < loads->nelts; i++) {
        mh_load_t *load = APR_ARRAY_IDX(loads, i, mh_load_t *);
        const char *why;

        if (load->module != modules)
            continue;
        why = load->module ? mh_require_module(aTHX_ load->name, pconf)
                           : mh_require_named(aTHX_ load->name, pconf);
        if (why)
            return apr_psprintf(pconf, "%s %s (%s:%d): %s", directive,
                                load->name, load->file, load->line, why);
        mh_environment_to_config(aTHX_ s);
    }
    return NULL;
}

const char *mh_startup_late(server_rec *s, apr_pool_t *pconf)
{
    const char *why = NULL;

    if (mehari.perl) {
        dTHXa(mehari.perl);

        for (server_rec *each = s; each && !why; each = each->next)
            why = load_all(aTHX_ each, mh_server_config(each)->late_loads,
                           "PerlPostConfigRequire", pconf);
        if (!why)
            why = mh_handlers_check(aTHX_ s, pconf);
    }
    if (!why)
        let_go_of_terminal();
    return why;
}

const char *mh_startup_hook(server_rec *s, mh_hook_t hook, apr_pool_t *pconf,
                            apr_pool_t *plog, apr_pool_t *ptemp)
{
    const char *why = NULL;

    if (!mehari.perl)
        return NULL;
    for (server_rec *each = s; each && !why; each = each->next) {
        dTHXa(mehari.perl);

        if (!mh_server_config(each)->handlers[hook])
            continue;
        ENTER;
        SAVETMPS;
        {
            SV *args[4] = { mh_object_pool(aTHX_ pconf),
                            mh_object_pool(aTHX_ plog),
                            mh_object_pool(aTHX_ ptemp),
                            mh_object_server(aTHX_ each) };
            int status = mh_phase_run_server(aTHX_ each, hook, args, 4);

            if (status != OK)
                why = apr_psprintf(pconf,
                                   "a %s returned %d: only OK lets "
                                   "the server start",
                                   mh_hook_info(hook)->name, status);
        }
        FREETMPS;
        LEAVE;
    }
    return why;
}
