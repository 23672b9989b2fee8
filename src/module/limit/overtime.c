/*
 * overtime.c - see overtime.h.
 */
#include "module/limit/overtime.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "module/perl/interpreter.h"
#include "module/common/seconds.h"
#include "module/common/role.h"

/* SIGURG is ignored by default, and no program of a handler waits for it. */
#define SIGNAL SIGURG

static uint64_t limit; /* ms */
static bool watched;   /* this process */
static despatch_signals_proc_t perls_own;

/* The present request; its end excludes the watcher's signal. */
static struct {
    pthread_mutex_t lock;
    pthread_t thread;
    bool runs;
    _Atomic bool due; /* Perl has not died of the signal yet */
    _Atomic bool passed;
} now = { .lock = PTHREAD_MUTEX_INITIALIZER };

void mh_overtime_reset(void)
{
    limit = 0;
}

uint64_t mh_overtime_limit(void)
{
    return limit;
}

const char *mh_overtime_set(cmd_parms *cmd, void *dir, const char *seconds)
{
    const char *refused = ap_check_cmd_context(cmd, GLOBAL_ONLY);

    if (refused)
        return refused;
    if (!mh_seconds(seconds, .1, &limit))
        return apr_psprintf(cmd->pool,
                            "MH1310: PerlRequestTimeout takes seconds from 0.1 "
                            "to %d, or 0 for none, not %s",
                            MH_SECONDS_LONGEST, seconds);
    return NULL;
}

/* Perl checks this flag between operators, as for every signal. */
static void on_signal(int number)
{
    dTHXa(mehari.perl);

    PL_sig_pending = 1;
}

static void on_pending(pTHX)
{
    if (atomic_exchange(&now.due, false))
        croak("the request has been running for more than %g s "
              "(PerlRequestTimeout)",
              (double)limit / 1e3);
    perls_own(aTHX);
}

void mh_overtime_child(void)
{
    struct sigaction action = { .sa_handler = on_signal };

    watched = limit && !mh_role_is_worker();
    if (!watched)
        return;
    /* No SA_RESTART: a system call must return. */
    sigemptyset(&action.sa_mask);
    sigaction(SIGNAL, &action, NULL);
}

/*
 * Sets the hook of this request's interpreter. Other interpreters have their
 * own.
 */
static void install(pTHX)
{
    if (PL_signalhook == on_pending)
        return;
    /*
     * Perl's own signal hook needs its tables, which exist once code has named
     * %SIG.
     */
    get_hv("SIG", GV_ADD);
    perls_own = PL_signalhook;
    PL_signalhook = on_pending;
}

/* httpd blocks signals in its threads. */
static void hear(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGNAL);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

void mh_overtime_begin(void)
{
    dTHXa(mehari.perl);

    if (!watched)
        return;
    install(aTHX);
    hear();
    pthread_mutex_lock(&now.lock);
    now.thread = pthread_self();
    now.runs = true;
    now.due = now.passed = false;
    pthread_mutex_unlock(&now.lock);
}

bool mh_overtime_end(void)
{
    bool passed;

    if (!watched)
        return false;
    pthread_mutex_lock(&now.lock);
    passed = now.passed;
    now.runs = false;
    now.due = now.passed = false;
    pthread_mutex_unlock(&now.lock);
    return passed;
}

bool mh_overtime_passed(void)
{
    return now.passed;
}

void mh_overtime_interrupt(void)
{
    pthread_mutex_lock(&now.lock);
    if (now.runs) {
        now.due = now.passed = true;
        pthread_kill(now.thread, SIGNAL);
    }
    pthread_mutex_unlock(&now.lock);
}
