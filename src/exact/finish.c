/*
 * finish.c - see finish.h.
 */
#include "exact/finish.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "exact/base.h"
#include "exact/report.h"

/* A signal must not find the handlers of an interpreter that is taken down. */
static void drop_handlers(pTHX)
{
    for (int i = 1; PL_sig_name[i]; i++)
        if (rsignal_state(PL_sig_num[i]) == (Sighandler_t)PL_csighandlerp)
            rsignal(PL_sig_num[i], (Sighandler_t)SIG_DFL);
}

_Noreturn void mh_finish(pTHX)
{
    int status;

    drop_handlers(aTHX);
    status = perl_destruct(mh_exact.perl);
    if (getpid() != mh_exact.pid) {
        perl_free(mh_exact.perl);
        PERL_SYS_TERM();
        exit(status);
    }
    fflush(NULL);
    mh_report_learned();
    mh_report_done((status & 255) << 8);
    close_range(0, 2, 0);
    _exit(status);
}
