/*
 * interpreter.c - start, inheritance and end of the one Perl in a process.
 */
#include "interpreter.h"

#include <errno.h>
#include <pthread.h>
#include <unistd.h>

#include "profile/profiler.h"
#include "profile/settings.h"
#include "../api/perlio.h"
#include "../api/table.h"
#include "../config/config.h"
#include "../request/environment.h"
#include "../request/stdio.h"
#include "../request/hold.h"
#include "../request/phase.h"
#include "../startup.h"
#include "../psgi/application.h"
#include "../registry/probe.h"
#include "../registry/registry.h"
#include "forked.h"
#include "inherited.h"
#include "library.h"
#include "parent.h"
#include "reserved.h"
#include "special_list.h"
#include "turn.h"
#include "watch.h"
#include "status/databases.h"
#include "worker/worker.h"

mh_interpreter_t mehari = { .hook = MH_HOOK_NONE };

static apr_pool_t *child_pool;

EXTERN_C void boot_DynaLoader(pTHX_ CV *cv);

static void note_fork(void);
static void define_taint(pTHX);
static void define_extensions(pTHX);
static void prepare_process(int *argc, char ***argv);
static const char *start(server_rec *s, server_rec *main, apr_pool_t *pconf);
static const char *parse(PerlInterpreter *perl, int argc, char **argv);
static char **build_arguments(server_rec *s, server_rec *main,
                              apr_pool_t *pconf, int *count);
static apr_status_t end_interpreter(void *data);
static apr_status_t leave_interrupted(void *data);
static apr_status_t end_child(void *data);
static void end_in_child(void *data);
static void run_end_blocks(pTHX_ server_rec *s);

const char *mh_interpreter_start(server_rec *s, apr_pool_t *pconf)
{
    const char *why;

    if (mehari.perl)
        return NULL;
    mehari.server = s;
    mehari.pconf = mehari.own = pconf;
    mehari.pid = getpid();
    mehari.elsewhere = false;
    mehari.starting = true;
    why = start(s, s, pconf);
    if (why)
        return why;
    apr_pool_cleanup_register(pconf, NULL, end_interpreter,
                              apr_pool_cleanup_null);
    ap_log_error(APLOG_MARK, APLOG_DEBUG, 0, s,
                 "Perl v%d.%d.%d started in process %" APR_PID_T_FMT,
                 PERL_REVISION, PERL_VERSION, PERL_SUBVERSION, mehari.pid);
    return NULL;
}

const char *mh_interpreter_start_own(server_rec *s, server_rec *base,
                                     apr_pool_t *pconf)
{
    return start(s, base, pconf);
}

/* What is of the process, and survives restarts. */
static void prepare_process(int *argc, char ***argv)
{
    static bool ready;
    char **env = environ;

    if (ready)
        return;
    ready = true;
    PERL_SYS_INIT3(argc, argv, &env);
    mh_watch_install();
    pthread_atfork(NULL, NULL, note_fork);
}

/* The current interpreter is to be that of s; it has none. */
static const char *start(server_rec *s, server_rec *main, apr_pool_t *pconf)
{
    static unsigned generations;
    PerlInterpreter *perl;
    int argc;
    char **argv = build_arguments(s, main, pconf, &argc);
    const char *why;

    prepare_process(&argc, &argv);
    perl = perl_alloc();
    if (!perl)
        return "MH1002: out of memory: cannot start Perl";
    why = parse(perl, argc, argv);
    if (why)
        return why;
    mehari.perl = perl;
    mehari.generation = ++generations;
    {
        dTHXa(perl);

        define_taint(aTHX);
        mh_library_add(aTHX_ s);
        mh_environment_boot(aTHX_ s);
        /* Not -e. Without its magic, which would rename the process. */
        sv_setpv(get_sv("0", GV_ADD), s->process->argv[0]);
    }
    return NULL;
}

static const char *parse(PerlInterpreter *perl, int argc, char **argv)
{
    PERL_SET_CONTEXT(perl);
    /* perl_alloc() does so for the process's first interpreter only, and %SIG
     * installs nothing in one that PL_curinterp does not name. */
    PERL_SET_INTERP(perl);
    perl_construct(perl);
    {
        dTHXa(perl);

        if (!mh_parents)
            mh_inherited_start(aTHX);
        PL_exit_flags |= PERL_EXIT_DESTRUCT_END;
        PL_perl_destruct_level = 2;
    }
    /* perl_parse() reads PL_origalen from argv: $0 is written there. */
    if (perl_parse(perl, define_extensions, argc, argv, NULL) == 0 &&
        perl_run(perl) == 0)
        return NULL;
    perl_destruct(perl);
    perl_free(perl);
    return "MH1001: Perl did not start; see PerlSwitches and the lines above";
}

/*
 * By the C library, so that a fork from XS code is seen too; asking for the
 * process's id instead is a system call in every request.
 */
static void note_fork(void)
{
    mehari.elsewhere = true;
    mh_turn_forked();
    /* The server starts in one process, and a worker has its own way. */
    if (mh_turn_mine() && mehari.calls > 0 && !mehari.starting &&
        !mh_worker_is())
        mh_forked_let_go();
}

/* mod_perl's name for ${^TAINT}, of the time when perl had none. */
static void define_taint(pTHX)
{
    SV *taint = get_sv("Apache2::__T", GV_ADD);

    sv_setiv(taint, TAINTING_get);
    SvREADONLY_on(taint);
}

/*
 * What the interpreter has before any Perl of the user is compiled, -M and -e
 * included: the API, exit(), and the STDIN/STDOUT layer.
 */
static void define_extensions(pTHX)
{
    newXS("DynaLoader::boot_DynaLoader", boot_DynaLoader, __FILE__);
    mh_object_boot(aTHX);
    mh_api_boot(aTHX);
    mh_exit_boot(aTHX);
    mh_perlio_boot(aTHX);
    mh_stdio_boot(aTHX);
    mh_special_list_boot(aTHX);
    mh_registry_boot(aTHX);
    mh_registry_probe_boot(aTHX);
    mh_psgi_boot(aTHX);
    mh_inherited_boot(aTHX);
    mh_databases_boot(aTHX);
}

/* A virtual host has switches of its own, unless it says that it inherits. */
static apr_array_header_t *switches_of(const server_rec *s,
                                       const server_rec *main, apr_pool_t *pool)
{
    const mh_server_config_t *config = mh_server_config(s);

    if (s == main || !(config->options.on & MH_INHERIT_SWITCHES))
        return config->switches;
    return apr_array_append(pool, mh_server_config(main)->switches,
                            config->switches);
}

/*
 * argv[0] of httpd, PerlSwitches, our library, and an empty program. Our
 * library comes after the user's -I and before the rest of @INC, where a
 * mod_perl that is installed has modules of the same names; and it has to be
 * there for a -M of PerlSwitches.
 */
static char **build_arguments(server_rec *s, server_rec *main,
                              apr_pool_t *pconf, int *count)
{
    const apr_array_header_t *switches = switches_of(s, main, pconf);
    char **argv = apr_pcalloc(pconf, sizeof(char *) * (switches->nelts + 5));
    const char *own = mh_library_own(pconf);
    int n = 0;

    argv[n++] = apr_pstrdup(pconf, s->process->argv[0]);
    for (int i = 0; i < switches->nelts; i++)
        argv[n++] = apr_pstrdup(pconf, APR_ARRAY_IDX(switches, i, char *));
    if (own)
        argv[n++] = apr_pstrcat(pconf, "-I", own, NULL);
    argv[n++] = apr_pstrdup(pconf, "-e;0");
    *count = n;
    return argv;
}

/* In each interpreter. */
static void begin_child(void *data)
{
    dTHXa(mehari.perl);

    (void)data;
    /* Children of one parent must not draw the same random numbers. */
    PL_srand_called = FALSE;
}

void mh_interpreter_child(apr_pool_t *pchild, server_rec *s)
{
    child_pool = pchild;
    /* Below pchild it would go before PerlChildExitHandler has run. */
    apr_pool_create(&mehari.own, mehari.pconf);
    mehari.pid = getpid();
    mehari.elsewhere = false;
    mehari.starting = false;
    mh_parent_each(begin_child, NULL);
    mh_reserved_keep();
    apr_pool_pre_cleanup_register(pchild, NULL, leave_interrupted);
    apr_pool_cleanup_register(pchild, s, end_child, apr_pool_cleanup_null);
}

/*
 * Handlers that only an .htaccess file names are no reason to start Perl in
 * the parent: the child starts it when it meets them.
 */
static const char *start_late(void)
{
    const char *why = NULL;

    if (mehari.perl)
        return NULL;
    why = mh_interpreter_start(mehari.server, mehari.server->process->pool);
    if (!why)
        why = mh_startup_parents(mehari.server, mehari.server->process->pool);
    if (!why) {
        dTHXa(mehari.perl);

        why = mh_profile_load(aTHX_ mehari.server->process->pool);
    }
    mehari.starting = false;
    mh_reserved_keep();
    return why;
}

int mh_interpreter_enter(request_rec *r, int hook)
{
    const char *why;
    int status = mehari.threaded ? mh_hold_take(r, hook) : OK;

    if (status != OK)
        return status;
    why = start_late();
    if (why) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r, "%s", why);
        mh_turn_leave();
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    mh_parent_enter_request(r);
    if (mehari.threaded)
        mh_hold_begin(r, hook);
    return OK;
}

int mh_interpreter_enter_connection(conn_rec *c)
{
    if (!mehari.perl) {
        ap_log_cerror(APLOG_MARK, APLOG_ERR, 0, c,
                      "MH2006: a connection needs Perl, which did not start");
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    if (mh_turn_take(c->base_server)) {
        mh_parent_enter(c->base_server);
        return OK;
    }
    ap_log_cerror(APLOG_MARK, APLOG_ERR, 0, c, "MH2004: " MH_TURN_LATE,
                  mh_server_config(c->base_server)->interp_wait);
    return HTTP_SERVICE_UNAVAILABLE;
}

void mh_interpreter_leave(void)
{
    mh_parent_leave();
    mh_turn_leave();
}

/*
 * The child exits, and the pools below its own go first. A child that is
 * stopped in the middle of a call into Perl (httpd exits from a signal handler)
 * cannot run more Perl safely: what the pools hold of Perl is left alone. So
 * it is when a thread does not come back from Perl.
 */
static apr_status_t leave_interrupted(void *data)
{
    (void)data;
    if (mehari.threaded
            ? !mh_turn_last()
            : mehari.depth > 0 || mehari.current || mehari.requests > 0)
        mh_parents_abandon();
    return APR_SUCCESS;
}

/* What Perl code registered with the child's pool has run before this. */
static apr_status_t end_child(void *data)
{
    if (!mehari.perl || mehari.elsewhere)
        return APR_SUCCESS;
    mh_phase_child(MH_HOOK_CHILD_EXIT, child_pool, data);
    mh_parent_each(end_in_child, data);
    mh_parents_abandon();
    return APR_SUCCESS;
}

static void end_in_child(void *data)
{
    dTHXa(mehari.perl);

    run_end_blocks(aTHX_ data);
    if (!getenv("PERL_DESTRUCT_LEVEL"))
        return;
    perl_destruct(mehari.perl);
    perl_free(mehari.perl);
}

static void run_end_blocks(pTHX_ server_rec *s)
{
    AV *blocks;

    mh_special_list_collect(aTHX);
    blocks = PL_endav;
    PL_endav = NULL;
    mh_special_list_run(aTHX_ blocks, NULL, s);
    SvREFCNT_dec((SV *)blocks);
}

/*
 * pconf goes: a restart or the end. perl_destruct() with level 2 gives the
 * memory back, which keeps the parent from growing; the shared objects that
 * Perl has loaded stay, for unloading them is what crashes at restarts.
 */
static apr_status_t end_interpreter(void *data)
{
    (void)data;
    if (!mehari.perl || mehari.elsewhere)
        return APR_SUCCESS;
    mh_parents_end();
    mh_interpreter_end_own();
    mh_profiler_unload();
    return APR_SUCCESS;
}

void mh_interpreter_end_own(void)
{
    mh_registry_end();
    perl_destruct(mehari.perl);
    perl_free(mehari.perl);
    mehari.perl = NULL;
    mehari.current = mehari.global = NULL;
}
