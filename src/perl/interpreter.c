/*
 * interpreter.c - start, inheritance and end of the one Perl in a process.
 */
#include "interpreter.h"

#include <errno.h>
#include <pthread.h>
#include <unistd.h>

#include "../api/perlio.h"
#include "../api/table.h"
#include "../config/config.h"
#include "../request/environment.h"
#include "../request/stdio.h"
#include "../request/phase.h"
#include "../fresh/program.h"
#include "../registry/fresh.h"
#include "../registry/registry.h"
#include "library.h"
#include "special_list.h"
#include "watch.h"

mh_interpreter_t mehari = { .hook = MH_HOOK_NONE };

static apr_pool_t *child_pool;

EXTERN_C void boot_DynaLoader(pTHX_ CV *cv);

static void note_fork(void);
static void define_extensions(pTHX);
static char **build_arguments(server_rec *s, apr_pool_t *pconf, int *count);
static apr_status_t end_interpreter(void *data);
static apr_status_t leave_interrupted(void *data);
static apr_status_t end_child(void *data);
static void run_end_blocks(pTHX_ server_rec *s);

const char *mh_interpreter_start(server_rec *s, apr_pool_t *pconf)
{
    static bool process_ready; /* per process, survives restarts */
    PerlInterpreter *perl;
    char **argv;
    int argc;

    if (mehari.perl)
        return NULL;
    argv = build_arguments(s, pconf, &argc);
    if (!process_ready) {
        char **env = environ;

        PERL_SYS_INIT3(&argc, &argv, &env);
        mh_watch_install();
        mh_program_prepare();
        pthread_atfork(NULL, NULL, note_fork);
        process_ready = true;
    }
    perl = perl_alloc();
    if (!perl)
        return "out of memory: cannot start Perl";
    PERL_SET_CONTEXT(perl);
    perl_construct(perl);
    {
        dTHXa(perl);
        PL_exit_flags |= PERL_EXIT_DESTRUCT_END;
        PL_perl_destruct_level = 2;
        /* perl_parse() reads PL_origalen from argv: $0 is written there. */
        if (perl_parse(perl, define_extensions, argc, argv, NULL) != 0 ||
            perl_run(perl) != 0) {
            perl_destruct(perl);
            perl_free(perl);
            return "Perl did not start; see PerlSwitches and the lines above";
        }
        mehari.perl = perl;
        mehari.server = s;
        mehari.pconf = pconf;
        mehari.pid = getpid();
        mehari.elsewhere = false;
        mehari.starting = true;
        mehari.generation++;
        mh_library_add(aTHX_ s);
        mh_environment_boot(aTHX_ s);
        /* Not -e. Without its magic, which would rename the process. */
        sv_setpv(get_sv("0", GV_ADD), s->process->argv[0]);
    }
    apr_pool_cleanup_register(pconf, NULL, end_interpreter,
                              apr_pool_cleanup_null);
    ap_log_error(APLOG_MARK, APLOG_DEBUG, 0, s,
                 "Perl v%d.%d.%d started in process %" APR_PID_T_FMT,
                 PERL_REVISION, PERL_VERSION, PERL_SUBVERSION, mehari.pid);
    return NULL;
}

/*
 * By the C library, so that a fork from XS code is seen too; asking for the
 * process's id instead is a system call in every request.
 */
static void note_fork(void)
{
    mehari.elsewhere = true;
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
    mh_fresh_boot(aTHX);
}

/*
 * argv[0] of httpd, PerlSwitches, our library, and an empty program. Our
 * library comes after the user's -I and before the rest of @INC, where a
 * mod_perl that is installed has modules of the same names; and it has to be
 * there for a -M of PerlSwitches.
 */
static char **build_arguments(server_rec *s, apr_pool_t *pconf, int *count)
{
    const apr_array_header_t *switches = mh_server_config(s)->switches;
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

void mh_interpreter_child(pTHX_ apr_pool_t *pchild, server_rec *s)
{
    child_pool = pchild;
    mehari.pid = getpid();
    mehari.elsewhere = false;
    mehari.starting = false;
    /* Children of one parent must not draw the same random numbers. */
    PL_srand_called = FALSE;
    mh_program_renew(aTHX);
    apr_pool_pre_cleanup_register(pchild, NULL, leave_interrupted);
    apr_pool_cleanup_register(pchild, s, end_child, apr_pool_cleanup_null);
}

/*
 * Handlers that only an .htaccess file names are no reason to start Perl in
 * the parent: the child starts it when it meets them.
 */
bool mh_interpreter_ready(request_rec *r)
{
    const char *why;

    if (mehari.threaded) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "%s: Perl cannot run in httpd itself under a threaded "
                      "MPM; say PerlUsePool here, which is for the response, "
                      "log and cleanup phases, or load mpm_prefork",
                      r->uri);
        return false;
    }
    if (mehari.perl)
        return true;
    why = mh_interpreter_start(mehari.server, mehari.server->process->pool);
    if (why) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r, "%s", why);
        return false;
    }
    mehari.starting = false;
    return true;
}

/*
 * The child exits, and the pools below its own go first. A child that is
 * stopped in the middle of a call into Perl (httpd exits from a signal handler)
 * cannot run more Perl safely: what the pools hold of Perl is left alone.
 */
static apr_status_t leave_interrupted(void *data)
{
    (void)data;
    if (mehari.depth > 0 || mehari.current || mehari.requests > 0)
        mehari.perl = NULL;
    return APR_SUCCESS;
}

/* What Perl code registered with the child's pool has run before this. */
static apr_status_t end_child(void *data)
{
    server_rec *s = data;

    if (!mehari.perl || mehari.elsewhere)
        return APR_SUCCESS;
    {
        dTHXa(mehari.perl);
        mh_phase_child(aTHX_ MH_HOOK_CHILD_EXIT, child_pool, s);
        run_end_blocks(aTHX_ s);
        if (getenv("PERL_DESTRUCT_LEVEL")) {
            mh_fresh_end(aTHX);
            perl_destruct(mehari.perl);
            perl_free(mehari.perl);
        }
    }
    mehari.perl = NULL;
    return APR_SUCCESS;
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
    PerlInterpreter *perl = mehari.perl;

    (void)data;
    if (!perl || mehari.elsewhere)
        return APR_SUCCESS;
    mh_registry_end();
    {
        dTHXa(perl);

        mh_fresh_end(aTHX);
    }
    perl_destruct(perl);
    perl_free(perl);
    mehari.perl = NULL;
    mehari.current = mehari.global = NULL;
    return APR_SUCCESS;
}
