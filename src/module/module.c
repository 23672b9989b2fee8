/*
 * module.c - the module record and httpd's life cycle.
 *
 * The symbol is perl_module and the file name mod_perl.c, so that an existing
 * `LoadModule perl_module` and `<IfModule mod_perl.c>` need only a new path.
 */
#include "module/common/mehari.h"

#include <unistd.h>

#include "module/api/httpd/config_lines.h"
#include "module/life/orphan.h"
#include "module/common/role.h"
#include "module/config/htaccess.h"
#include "module/config/config.h"
#include "module/custom/custom_module.h"
#include "module/config/embedded.h"
#include "module/filter/filter.h"
#include "module/form/body.h"
#include "module/gateway/gateway.h"
#include "module/limit/overtime.h"
#include "module/life/process_limits.h"
#include "module/limit/speed.h"
#include "module/perl/inherited.h"
#include "module/perl/perl_life.h"
#include "module/perl/parent.h"
#include "module/perl/termination.h"
#include "module/perl/turn.h"
#include "module/request/ending.h"
#include "module/request/enter.h"
#include "module/profile/settings.h"
#include "module/psgi/psgi_handler.h"
#include "module/request/hold.h"
#include "module/registry/registry.h"
#include "module/request/life.h"
#include "module/request/phase.h"
#include "module/request/response.h"
#include "module/request/scope.h"
#include "module/life/starter.h"
#include "module/common/terminal.h"
#include "module/life/startup.h"
#include "module/scoreboard/account.h"
#include "module/status/status_handler.h"
#include "module/units.h"
#include "module/worker/worker.h"

static int pre_config(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp)
{
    mh_module_worker_prepare();
    mh_config_reset();
    mh_gateway_reset(pconf);
    mh_profile_reset();
    mh_handlers_reset();
    mh_process_limits_reset();
    mh_overtime_reset();
    mh_speed_reset();
    mh_embedded_reset();
    mh_custom_modules_reserve(pconf);
    mehari.pconf = pconf;
    mehari.restarts++;
    mh_terminal_keep();
    return OK;
}

/*
 * httpd reads its configuration twice when it starts: once is enough. A worker
 * base reads it only once.
 */
static bool is_first_pass(void)
{
    return ap_state_query(AP_SQ_MAIN_STATE) == AP_SQ_MS_CREATE_PRE_CONFIG &&
           !mh_role_is_worker();
}

/*
 * `httpd -t`: if the server would not start, that is an error of the
 * configuration.
 */
static void test_config(apr_pool_t *pconf, server_rec *s)
{
    const char *why = mh_startup(s, pconf);

    if (!why)
        why = mh_startup_late(s, pconf);
    if (!why)
        why = mh_gateway_check(s, pconf);
    if (!why)
        return;
    fprintf(stderr, "mehari: %s\n", mh_message(pconf, why));
    exit(1);
}

/* Threads share one Perl then, by turns. */
static bool has_threads(void)
{
    int threaded = 0;

    ap_mpm_query(AP_MPMQ_IS_THREADED, &threaded);
    return threaded && !mh_role_is_worker();
}

static int open_logs(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp,
                     server_rec *s)
{
    const char *why;

    mehari.server = s;
    mehari.threaded = has_threads();
    if (is_first_pass()) {
        mh_starter_wait();
        return OK;
    }
    mh_terminal_has_detached(mh_starter_forget);
    why = mh_startup(s, pconf);
    if (!why)
        why = mh_startup_hook(s, MH_HOOK_OPEN_LOGS, pconf, plog, ptemp);
    return why ? mh_terminal_fail(s, why) : OK;
}

/*
 * A CGI script must not find Perl in SERVER_SOFTWARE if httpd has no handlers
 * in Perl. If all such handlers run in workers of a pool, clients see Perl
 * there, as under prefork.
 */
static void add_perl_versions(apr_pool_t *pconf)
{
    ap_add_version_component(pconf, "mod_perl/" MH_COMPAT_VERSION);
    ap_add_version_component(pconf, apr_psprintf(pconf, "Perl/v%d.%d.%d",
                                                 PERL_REVISION, PERL_VERSION,
                                                 PERL_SUBVERSION));
}

static int post_config(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp,
                       server_rec *s)
{
    const char *why;

    if (is_first_pass())
        return OK;
    ap_add_version_component(pconf, "mehari/" MH_VERSION);
    if (mehari.perl || mh_embedded_has_handlers())
        add_perl_versions(pconf);
    why = mh_startup_hook(s, MH_HOOK_POST_CONFIG, pconf, plog, ptemp);
    return why ? mh_terminal_fail(s, why) : OK;
}

static int post_config_last(apr_pool_t *pconf, apr_pool_t *plog,
                            apr_pool_t *ptemp, server_rec *s)
{
    const char *why;

    if (is_first_pass())
        return OK;
    why = mh_startup_late(s, pconf);
    if (!why)
        why = mh_speed_start(pconf);
    if (!why)
        mh_process_limits_start(s);
    if (!why)
        why = mh_profile_start(pconf);
    if (!why && !mh_role_is_worker())
        why = mh_gateway_start(s, pconf);
    if (!why && !mh_role_is_worker())
        mh_account_start(pconf);
    if (!why && mehari.perl) {
        dTHXa(mehari.perl);

        mh_inherited_report(aTHX_ s);
    }
    mehari.starting = false;
    mh_orphan_parent();
    if (why)
        return mh_terminal_fail(s, why);
    mh_terminal_let_go();
    mh_starter_serves();
    return OK;
}

static void child_init(apr_pool_t *pchild, server_rec *s)
{
    mehari.server = s;
    if (!mh_role_is_worker()) {
        mh_orphan_child();
        mh_gateway_child(pchild);
    }
    mh_scope_child();
    mh_process_limits_child(s);
    if (!mehari.perl)
        return;
    mh_turn_child();
    mh_turn_take(MH_TURN_EVER);
    mh_overtime_child();
    mh_account_child(pchild);
    mh_interpreter_child(pchild, s);
    mh_phase_child(MH_HOOK_CHILD_INIT, pchild, s);
    mh_account_ready();
    mh_turn_leave();
}

static void register_hooks(apr_pool_t *pool)
{
    mh_units_use(mh_units);
    mh_enter_starts_by(mh_startup_in_child);
    mh_parent_note_blank();
    mh_directives_guard();
    mh_htaccess_trusts(mh_config_lines_are);
    /*
     * Not in a hook, because httpd evaluates <IfDefine MODPERL2> while it reads
     * that line.
     */
    *(const char **)apr_array_push(ap_server_config_defines) = "MODPERL2";
    ap_hook_pre_config(pre_config, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_test_config(test_config, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_open_logs(open_logs, NULL, NULL, APR_HOOK_FIRST);
    ap_hook_post_config(post_config, NULL, NULL, APR_HOOK_FIRST);
    ap_hook_post_config(post_config_last, NULL, NULL, APR_HOOK_REALLY_LAST);
    ap_hook_child_init(child_init, NULL, NULL, APR_HOOK_FIRST);
    mh_termination_register();
    mh_process_limits_register();
    mh_speed_register();
    mh_psgi_register();
    mh_ending_register();
    mh_hold_register();
    mh_life_register();
    mh_phases_register();
    mh_phase_answered_by(mh_registry_answer);
    mh_response_register();
    mh_filters_register();
    mh_form_body_boot();
    mh_gateway_register();
    ap_hook_handler(mh_status_handler, NULL, NULL, APR_HOOK_MIDDLE);
    mh_module_worker_register();
}

module perl_module = {
    .version = MODULE_MAGIC_NUMBER_MAJOR,
    .minor_version = MODULE_MAGIC_NUMBER_MINOR,
    .module_index = -1,
    .name = "mod_perl.c",
    .magic = MODULE_MAGIC_COOKIE,
    .create_dir_config = mh_create_dir_config,
    .merge_dir_config = mh_merge_dir_config,
    .create_server_config = mh_create_server_config,
    .merge_server_config = mh_merge_server_config,
    .cmds = mh_directives,
    .register_hooks = register_hooks,
};
