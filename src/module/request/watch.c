/*
 * watch.c - wrapped operators (PL_ppaddr, as B::Hooks::* and others do).
 */
#include "module/request/watch.h"

#include "module/request/environment/environment.h"
#include "module/request/stdio.h"
#include "module/perl/interpreter.h"

static unsigned changed;

static OP *(*perl_chdir)(pTHX);
static OP *(*perl_umask)(pTHX);
static OP *(*perl_alarm)(pTHX);
static OP *(*perl_fork)(pTHX);
static OP *(*perl_system)(pTHX);
static OP *(*perl_exec)(pTHX);
static OP *(*perl_backtick)(pTHX);
static OP *(*perl_open)(pTHX);
static OP *(*perl_exit)(pTHX);
static OP *(*perl_rv2hv)(pTHX);
static OP *(*perl_multideref)(pTHX);
static OP *(*perl_sysread)(pTHX);
static OP *(*perl_syswrite)(pTHX);

static OP *watched_chdir(pTHX)
{
    changed |= MH_CHANGED_DIRECTORY;
    return perl_chdir(aTHX);
}

static OP *watched_umask(pTHX)
{
    changed |= MH_CHANGED_UMASK;
    return perl_umask(aTHX);
}

static OP *watched_alarm(pTHX)
{
    changed |= MH_CHANGED_ALARM;
    return perl_alarm(aTHX);
}

static OP *watched_fork(pTHX)
{
    mehari.forked = mehari.calls > 0 ? mehari.calls : 1;
    return perl_fork(aTHX);
}

/*
 * A program that Perl starts gets %ENV, as everywhere in Perl. In httpd C's
 * environ is the server's, and writes to %ENV during a request leave environ
 * alone. So environ is exchanged while the program is started. The save stack
 * puts it back when the operator dies, too.
 */
static OP *with_environment(pTHX_ OP *(*perl_op)(pTHX))
{
    OP *next;

    if (!mehari.current)
        return perl_op(aTHX);
    ENTER;
    SAVEVPTR(environ);
    environ = mh_environment_strings(aTHX);
    next = perl_op(aTHX);
    LEAVE;
    return next;
}

static OP *watched_system(pTHX)
{
    return with_environment(aTHX_ perl_system);
}

static OP *watched_exec(pTHX)
{
    return with_environment(aTHX_ perl_exec);
}

static OP *watched_backtick(pTHX)
{
    return with_environment(aTHX_ perl_backtick);
}

/*
 * open(F, '-|') and open(F, 'program|') start a process. A file name with a "|"
 * is taken for a program, which only costs time.
 */
static OP *watched_open(pTHX)
{
    SV **mark = PL_stack_base + TOPMARK;
    SV *mode = PL_stack_sp - mark > 1 ? mark[2] : NULL;

    if (!mode || !SvPOK(mode) || !memchr(SvPVX(mode), '|', SvCUR(mode)))
        return perl_open(aTHX);
    mehari.forked = mehari.calls > 0 ? mehari.calls : 1;
    return with_environment(aTHX_ perl_open);
}

/*
 * CORE::exit; exit itself is a function of ours. In a child it ends the child,
 * as under mod_perl. At the start it would end the server without a message.
 */
static OP *watched_exit(pTHX)
{
    if (mehari.starting && !mehari.elsewhere)
        Perl_croak(aTHX_ "CORE::exit was called while the server starts");
    return perl_exit(aTHX);
}

static OP *watched_rv2hv(pTHX)
{
    if (UNLIKELY(mh_environment_waits)) {
        dSP;

        mh_environment_mentioned(aTHX_ TOPs);
    }
    return perl_rv2hv(aTHX);
}

/* This operator reads $ENV{NAME}, among much else. */
static OP *watched_multideref(pTHX)
{
    SV *value = UNLIKELY(mh_environment_waits) ? mh_environment_read(aTHX)
                                               : NULL;
    dSP;

    if (LIKELY(!value))
        return perl_multideref(aTHX);
    SvGETMAGIC(value);
    XPUSHs(value);
    RETURN;
}

static OP *watched_sysread(pTHX)
{
    if (mehari.current && mh_stdio_sysread(aTHX))
        return NORMAL;
    return perl_sysread(aTHX);
}

static OP *watched_syswrite(pTHX)
{
    if (mehari.current && mh_stdio_syswrite(aTHX))
        return NORMAL;
    return perl_syswrite(aTHX);
}

static void wrap(Optype op, OP *(**before)(pTHX), OP *(*wrapper)(pTHX))
{
    *before = PL_ppaddr[op];
    PL_ppaddr[op] = wrapper;
}

void mh_watch_install(void)
{
    wrap(OP_CHDIR, &perl_chdir, watched_chdir);
    wrap(OP_UMASK, &perl_umask, watched_umask);
    wrap(OP_ALARM, &perl_alarm, watched_alarm);
    wrap(OP_FORK, &perl_fork, watched_fork);
    wrap(OP_SYSTEM, &perl_system, watched_system);
    wrap(OP_EXEC, &perl_exec, watched_exec);
    wrap(OP_BACKTICK, &perl_backtick, watched_backtick);
    wrap(OP_OPEN, &perl_open, watched_open);
    wrap(OP_EXIT, &perl_exit, watched_exit);
    wrap(OP_RV2HV, &perl_rv2hv, watched_rv2hv);
    wrap(OP_MULTIDEREF, &perl_multideref, watched_multideref);
    wrap(OP_SYSREAD, &perl_sysread, watched_sysread);
    wrap(OP_SYSWRITE, &perl_syswrite, watched_syswrite);
}

unsigned mh_watch_peek(void)
{
    return changed;
}

void mh_watch_reset(void)
{
    changed = 0;
}

void mh_watch_note(unsigned what)
{
    changed |= what;
}
