/*
 * finish.c - see finish.h.
 */
#include "pool/perl/finish.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "pool/perl/self.h"
#include "pool/perl/behind.h"
#include "pool/perl/forks.h"
#include "pool/perl/preload/preload.h"
#include "pool/perl/trace/memory_end.h"
#include "pool/perl/teardown.h"
#include "pool/perl/report.h"
#include "pool/perl/template.h"
#include "shared/wire/wire.h"
#include "shared/compat.h"

typedef void (*at_exit_t)(void *);

int __cxa_atexit(at_exit_t function, void *argument, void *library);

/* The script did not compile. */
static bool uncompiled;
/* Loaded libraries have functions that must run in exit(). */
static bool exit_matters;

/*
 * Replaces the function of libc that atexit() calls in libraries. libc's own
 * functions are registered without it, when a program starts.
 */
int __cxa_atexit(at_exit_t function, void *argument, void *library)
{
    static int (*next)(at_exit_t, void *, void *);

    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "__cxa_atexit");
    exit_matters = true;
    return next(function, argument, library);
}

/* A signal must not call handlers of an interpreter that is being destroyed. */
static void drop_handlers(pTHX)
{
    for (int i = 1; PL_sig_name[i]; i++)
        if (rsignal_state(PL_sig_num[i]) == (Sighandler_t)PL_csighandlerp)
            rsignal(PL_sig_num[i], (Sighandler_t)SIG_DFL);
}

/*
 * Perl asks for the handlers of all signals. Those that libc keeps for itself
 * are an error, which END blocks find in $!.
 */
static void leave_error(pTHX)
{
    (void)rsignal_state(SIGRTMIN - 1);
}

static bool has_handlers(pTHX)
{
    /* Perl makes the list only when something looks at %SIG. */
    for (int i = 1; PL_psig_ptr && i < SIG_SIZE; i++)
        if (PL_psig_ptr[i])
            return true;
    return false;
}

/* Reads, once, the files that the child has loaded. */
static void tell_files(void)
{
    static bool done;

    if (!done && getpid() == mh_self.pid && mh_self.mode != MH_MODE_UNSHARED)
        mh_report_asked();
    done = true;
}

/*
 * threads.pm has perl_destruct() free everything, so that %INC, for example,
 * cannot be read afterwards.
 */
int mh_finish_perl(pTHX)
{
    if (PL_perl_destruct_level > 0 && mh_self.kind == MH_PERL_RUN)
        tell_files();
    mh_preload_end();
    return perl_destruct(mh_self.perl) & 255;
}

/* The exit code, as perl_destruct() returns it. */
static int end_perl(pTHX)
{
    if (has_handlers(aTHX))
        drop_handlers(aTHX);
    else
        leave_error(aTHX);
    return mh_teardown_matter(aTHX) ? mh_finish_perl(aTHX) : STATUS_EXIT & 255;
}

void mh_finish_uncompiled(void)
{
    uncompiled = true;
}

_Noreturn void mh_finish(pTHX)
{
    mh_finish_with(end_perl(aTHX));
}

/* A template sums up what its runs have compiled; other processes report it in
 * DONE. */
static void tell_compiled(int status)
{
    mh_run_t *run = mh_perl_template_run();
    const mh_wire_spent_t *behind = mh_behind_compiled();

    if (run && !status && behind->cost.compiled)
        run->behind = *behind;
}

/*
 * Status in the form of waitpid(). A process that died for want of memory ends
 * by a signal if it can, in case its report is lost.
 */
static int status_of(int code)
{
    return code << 8 | (mh_memory_ended ? MH_ENDED_NO_MEMORY : 0) |
           (uncompiled ? MH_ENDED_UNCOMPILED : 0);
}

_Noreturn void mh_finish_with(int status)
{
    /* A fork of the script that came to its end is an ordinary process. */
    if (getpid() != mh_self.pid)
        exit(status);
    tell_files();
    tell_compiled(status);
    if (!exit_matters) {
        fflush(NULL);
        /* The script's locks must be released before the response is complete.
         */
        close_range(3, ~0U, 0);
    }
    mh_report_done(status_of(status), !exit_matters);
    if (exit_matters)
        exit(status);
    /* Nobody need wait for the kernel to take the memory back. */
    close_range(0, 2, 0);
    mh_forks_is_over();
    mh_rollback_written();
    if (mh_memory_ended)
        raise(SIGKILL);
    _exit(status);
}
