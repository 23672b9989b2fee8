/*
 * finish.c - see finish.h.
 */
#include "exact/finish.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "exact/base.h"
#include "exact/memory_end.h"
#include "exact/remains.h"
#include "exact/report.h"
#include "exact/template.h"
#include "exact/zygote.h"
#include "wire/wire.h"

typedef void (*at_exit_t)(void *);

int __cxa_atexit(at_exit_t function, void *argument, void *library);

/* Libraries that were loaded have something to do in exit(). */
static bool exit_matters;

/*
 * Takes the place of libc's function, to which every atexit() of a library
 * leads. (What libc itself registers when a program starts does not.)
 */
int __cxa_atexit(at_exit_t function, void *argument, void *library)
{
    static int (*next)(at_exit_t, void *, void *);

    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "__cxa_atexit");
    exit_matters = true;
    return next(function, argument, library);
}

/* A signal must not find the handlers of an interpreter that is taken down. */
static void drop_handlers(pTHX)
{
    for (int i = 1; PL_sig_name[i]; i++)
        if (rsignal_state(PL_sig_num[i]) == (Sighandler_t)PL_csighandlerp)
            rsignal(PL_sig_num[i], (Sighandler_t)SIG_DFL);
}

static bool has_handlers(pTHX)
{
    /* There is no list until something looks at %SIG. */
    for (int i = 1; PL_psig_ptr && i < SIG_SIZE; i++)
        if (PL_psig_ptr[i])
            return true;
    return false;
}

/* What is learned is read from Perl; once. */
static void learn(void)
{
    static bool done;

    if (!done && getpid() == mh_exact.pid && mh_exact.mode == MH_MODE_SHARED)
        mh_report_learned();
    done = true;
}

/*
 * threads.pm has perl_destruct() free all there is, so that nothing of Perl can
 * be read afterwards, %INC for example.
 */
int mh_finish_perl(pTHX)
{
    if (PL_perl_destruct_level > 0 && mh_exact.kind == MH_EXACT_CHILD)
        learn();
    return perl_destruct(mh_exact.perl) & 255;
}

/* The exit code, as perl_destruct() returns it. */
static int end_perl(pTHX)
{
    if (has_handlers(aTHX))
        drop_handlers(aTHX);
    return mh_remains_matter(aTHX) ? mh_finish_perl(aTHX) : STATUS_EXIT & 255;
}

_Noreturn void mh_finish(pTHX)
{
    mh_finish_with(end_perl(aTHX));
}

/*
 * As waitpid() gives it. Who had no memory left ends by a signal if it can, for
 * the case that the report of it is lost.
 */
static int status_of(int code)
{
    return code << 8 | (mh_memory_ended ? MH_ENDED_NO_MEMORY : 0);
}

_Noreturn void mh_finish_with(int status)
{
    /* A fork of the script that came to its end is a process like any. */
    if (getpid() != mh_exact.pid)
        exit(status);
    learn();
    if (!exit_matters) {
        fflush(NULL);
        /* No lock is held any more when the response is whole. */
        close_range(3, ~0U, 0);
    }
    mh_report_done(status_of(status), mh_template_is_run());
    if (exit_matters)
        exit(status);
    /* The client need not wait for the kernel to take the memory back. */
    close_range(0, 2, 0);
    if (mh_memory_ended)
        raise(SIGKILL);
    _exit(status);
}
