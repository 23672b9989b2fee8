/*
 * perl_life.c - see perl_life.h.
 */
#include "module/perl/perl_life.h"

#include <errno.h>
#include <pthread.h>
#include <unistd.h>

#include "module/common/role.h"
#include "module/perl/forked.h"
#include "module/perl/inherited.h"
#include "module/perl/library.h"
#include "module/perl/linked.h"
#include "module/perl/parent.h"
#include "module/perl/reserved.h"
#include "module/perl/termination.h"
#include "module/perl/turn.h"
#include "module/perl/unit.h"
#include "shared/perl/compat.h"
#include "shared/perl/profiler.h"

mh_interpreter_t mehari;

static apr_pool_t *child_pool;

static void note_fork(void);
static void define_taint(pTHX);
static void flush_errors(pTHX);
static void define_extensions(pTHX);
static void prepare_process(int *argc, char ***argv);
static const char *start(server_rec *s, const apr_array_header_t *switches,
                         apr_pool_t *pconf);
static const char *parse(PerlInterpreter *perl, int argc, char **argv);
static void end(PerlInterpreter *perl);
static char **build_arguments(server_rec *s, const apr_array_header_t *switches,
                              apr_pool_t *pconf, int *count);
static apr_status_t end_interpreter(void *data);
static apr_status_t leave_interrupted(void *data);
static apr_status_t end_child(void *data);
static void end_in_child(void *data);

const char *mh_interpreter_start(server_rec *s,
                                 const apr_array_header_t *switches,
                                 apr_pool_t *pconf)
{
    const char *why;

    if (mehari.perl)
        return NULL;
    mehari.server = s;
    mehari.pconf = mehari.own = pconf;
    mehari.pid = getpid();
    mehari.elsewhere = false;
    mehari.starting = true;
    why = start(s, switches, pconf);
    if (why)
        return why;
    apr_pool_cleanup_register(pconf, NULL, end_interpreter,
                              apr_pool_cleanup_null);
    mh_log_error(APLOG_MARK, APLOG_DEBUG, 0, s,
                 "Perl v%d.%d.%d started in process %" APR_PID_T_FMT,
                 PERL_REVISION, PERL_VERSION, PERL_SUBVERSION, mehari.pid);
    return NULL;
}

const char *mh_interpreter_start_own(server_rec *s,
                                     const apr_array_header_t *switches,
                                     apr_pool_t *pconf)
{
    return start(s, switches, pconf);
}

/* State of the process, which survives restarts, is set up once. */
static void prepare_process(int *argc, char ***argv)
{
    static bool ready;
    char **env = environ;

    if (ready)
        return;
    ready = true;
    PERL_SYS_INIT3(argc, argv, &env);
    mh_units_prepare();
    pthread_atfork(NULL, NULL, note_fork);
}

/* Starts the interpreter of s, which has none, before Perl code runs there. */
static const char *start(server_rec *s, const apr_array_header_t *switches,
                         apr_pool_t *pconf)
{
    static unsigned generations;
    PerlInterpreter *perl;
    int argc;
    char **argv = build_arguments(s, switches, pconf, &argc);
    const char *why = mh_library_missing(switches, pconf);

    if (why)
        return why;
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
        flush_errors(aTHX);
        mh_library_add(aTHX_ s);
        mh_units_started(aTHX_ s);
        /* Not -e. Without its magic, which would rename the process. */
        sv_setpv(get_sv("0", GV_ADD), s->process->argv[0]);
    }
    return NULL;
}

static const char *parse(PerlInterpreter *perl, int argc, char **argv)
{
    PERL_SET_CONTEXT(perl);
    /* perl_alloc() sets PL_curinterp for the process's first interpreter only,
     * and %SIG has no effect in another one. */
    PERL_SET_INTERP(perl);
    perl_construct(perl);
    {
        dTHXa(perl);

        if (!mh_parents)
            mh_inherited_start(aTHX);
        PL_exit_flags |= PERL_EXIT_DESTRUCT_END;
        PL_perl_destruct_level = 2;
    }
    /*
     * perl_parse() measures argv (PL_origalen), because a script that sets $0
     * writes there.
     */
    if (perl_parse(perl, define_extensions, argc, argv, NULL) == 0 &&
        perl_run(perl) == 0)
        return NULL;
    end(perl);
    return "MH1001: Perl did not start; see PerlSwitches and the lines above";
}

static void end(PerlInterpreter *perl)
{
    perl_destruct(perl);
    perl_free(perl);
    mh_perl_is_gone();
}

/*
 * The C library calls this, so that a fork from XS code is seen, too. Asking
 * for the process's id would cost a system call in every request.
 */
static void note_fork(void)
{
    mehari.elsewhere = true;
    mh_turn_forked();
    /*
     * While the server starts there is one process; a worker has a function of
     * its own.
     */
    if (mh_turn_mine() && mehari.calls > 0 && !mehari.starting &&
        !mh_role_is_worker())
        mh_forked_let_go();
}

/* mod_perl's variable for ${^TAINT}, from before perl had that. */
static void define_taint(pTHX)
{
    SV *taint = get_sv("Apache2::__T", GV_ADD);

    sv_setiv(taint, TAINTING_get);
    SvREADONLY_on(taint);
}

/*
 * $| of STDERR, as under mod_perl. The handle has a buffer once a layer is
 * pushed on it (binmode), and a child may end long after the request, or be
 * killed.
 */
static void flush_errors(pTHX)
{
    IoFLAGS(GvIOp(PL_stderrgv)) |= IOf_FLUSH;
}

/*
 * The interpreter has these before any Perl of the user is compiled, -M and -e
 * included: the API, exit(), and the STDIN/STDOUT layer.
 */
static void define_extensions(pTHX)
{
    newXS("DynaLoader::boot_DynaLoader", mh_linked_boot, __FILE__);
    mh_units_boot(aTHX);
}

/*
 * argv[0] of httpd, PerlSwitches, our library, and an empty program. Our
 * library comes after the user's -I and before the rest of @INC, where a
 * mod_perl that is installed has modules of the same names; and it has to be
 * there for a -M of PerlSwitches.
 */
static char **build_arguments(server_rec *s, const apr_array_header_t *switches,
                              apr_pool_t *pconf, int *count)
{
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
    mh_termination_child();
    apr_pool_pre_cleanup_register(pchild, NULL, leave_interrupted);
    apr_pool_cleanup_register(pchild, s, end_child, apr_pool_cleanup_null);
}

/*
 * The child exits, and the pools below its own go first. A child that is
 * stopped in the middle of a call into Perl (httpd exits from a signal handler)
 * cannot run more Perl safely: what the pools hold of Perl is left alone. The
 * same holds when a thread does not come back from Perl.
 */
static apr_status_t leave_interrupted(void *data)
{
    mh_termination_leave();
    if (mehari.threaded
            ? !mh_turn_last()
            : mehari.depth > 0 || mehari.current || mehari.requests > 0)
        mh_parents_abandon();
    return APR_SUCCESS;
}

/* Cleanups that Perl code registered with the child's pool have run before. */
static apr_status_t end_child(void *data)
{
    if (!mehari.perl || mehari.elsewhere)
        return APR_SUCCESS;
    mh_units_child_exit(child_pool, data);
    mh_parent_each(end_in_child, data);
    mh_parents_abandon();
    return APR_SUCCESS;
}

static void end_in_child(void *data)
{
    dTHXa(mehari.perl);

    mh_units_child_end(aTHX_ data);
    if (!getenv("PERL_DESTRUCT_LEVEL"))
        return;
    end(mehari.perl);
}

/*
 * pconf goes: a restart or the end. perl_destruct() with level 2 gives the
 * memory back, which keeps the parent from growing; the shared objects that
 * Perl has loaded stay, because unloading them crashes at restarts.
 */
static apr_status_t end_interpreter(void *data)
{
    if (!mehari.perl || mehari.elsewhere)
        return APR_SUCCESS;
    mh_parents_end();
    mh_interpreter_end_own();
    mh_profiler_unload();
    return APR_SUCCESS;
}

void mh_interpreter_end_own(void)
{
    mh_units_end();
    end(mehari.perl);
    mehari.perl = NULL;
    mehari.current = mehari.global = NULL;
}
