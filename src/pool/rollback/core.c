/*
 * core.c - core files of runs. The kernel writes no core file of memory that no
 * process may look at (PR_SET_DUMPABLE), so a run opens its memory before it
 * ends.
 */
#include "pool/rollback/change.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "pool/rollback/raw.h"
#include "pool/rollback/room.h"

/* The signals by which a process leaves a core file: signal(7). */
static const int signals[] = { SIGQUIT, SIGILL,  SIGTRAP, SIGABRT, SIGBUS,
                               SIGFPE,  SIGSEGV, SIGXCPU, SIGXFSZ, SIGSYS };

/* The signal is sent once more, and has its usual effect when this returns. */
static void end(int number)
{
    struct sigaction usual = { .sa_handler = SIG_DFL };

    mh_change_lost();
    mh_raw3(SYS_prctl, PR_SET_DUMPABLE, 1, 0);
    sigaction(number, &usual, NULL);
    mh_raw3(SYS_tgkill, mh_raw3(SYS_getpid, 0, 0, 0),
            mh_raw3(SYS_gettid, 0, 0, 0), number);
}

void mh_change_signal(int number)
{
    struct sigaction ours = { .sa_handler = end, .sa_flags = SA_ONSTACK };
    struct sigaction present;

    if (mh_change_is_closed() && mh_room->core &&
        !sigaction(number, NULL, &present) && present.sa_handler == SIG_DFL)
        sigaction(number, &ours, NULL);
}

void mh_change_core(void)
{
    struct rlimit limit = { 0 };

    /* A sanitizer sets a limit before its checks work: mh_room is NULL then,
     * and no function of another file is called. */
    if (!mh_room || !mh_change_is_closed() ||
        mh_raw3(SYS_getrlimit, RLIMIT_CORE, mh_raw_pointer(&limit), 0))
        return;
    mh_room->core = limit.rlim_cur != 0;
    for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
        mh_change_signal(signals[i]);
}
