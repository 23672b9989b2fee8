/*
 * signal.c - handlers and masks of signals, which fork() keeps.
 *
 * The trace itself needs SIGSEGV and SIGSYS. Handlers and a mask that code sets
 * for them are kept, and take effect in the process that stops watching. The
 * kernel ends a process that faults with the signal blocked.
 */
#include "pool/perl/trace/libc.h"

#include <signal.h>
#include <stddef.h>

#define HANDLES "handles a signal"
#define WATCHED "handles a signal by which it is watched"
#define BLOCKS "blocks signals, as before a fork"

static const int ours[] = { SIGSEGV, SIGSYS };

#define OURS (sizeof(ours) / sizeof(*ours))

static bool blocked[OURS];

/* --- handlers --- */

/* The action that code has set; NULL: the kernel has that action. */
static struct sigaction *kept_action(int number)
{
    switch (number) {
    case SIGSEGV:
        return mh_guard_action();
    case SIGSYS:
        return mh_trap_action();
    default:
        return NULL;
    }
}

MH_TRACED(int, sigaction,
          (int number, const struct sigaction *act, struct sigaction *old))
{
    struct sigaction *kept = mh_watching() ? kept_action(number) : NULL;

    if (mh_watching() && act && number == mh_patience_signal())
        mh_trace_unshareable(WATCHED);
    else if (mh_watching() && act)
        mh_trace_unshareable_for(MH_WHOSE_ANY, HANDLES);
    if (!kept || !mh_watching())
        return real_sigaction(number, act, old);
    if (old)
        *old = *kept;
    if (act)
        *kept = *act;
    return 0;
}

/* As glibc defines it. */
MH_TRACED_HEAD(sighandler_t, signal, (int number, sighandler_t handler))
{
    struct sigaction action = { .sa_flags = SA_RESTART };
    struct sigaction old;

    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, number);
    action.sa_handler = handler;
    return sigaction(number, &action, &old) ? SIG_ERR : old.sa_handler;
}

/* --- masks --- */

/* Perl blocks each signal while it sets the handler. */
static bool has_others(const sigset_t *set)
{
    for (int number = 1; number < NSIG; number++)
        if (number != SIGSEGV && number != SIGSYS &&
            sigismember(set, number) == 1)
            return true;
    return false;
}

static bool has_ours(const sigset_t *set)
{
    for (size_t i = 0; i < OURS; i++)
        if (sigismember(set, ours[i]) == 1)
            return true;
    return false;
}

static void block(int how, const sigset_t *set)
{
    for (size_t i = 0; i < OURS; i++) {
        bool has = sigismember(set, ours[i]) == 1;

        if (how == SIG_SETMASK)
            blocked[i] = has;
        else if (has)
            blocked[i] = how == SIG_BLOCK;
    }
}

static void add_blocked(sigset_t *set)
{
    for (size_t i = 0; i < OURS; i++)
        if (blocked[i])
            sigaddset(set, ours[i]);
}

/* Returns the set without our signals, in *rest. */
static const sigset_t *set_watched(int how, const sigset_t *set, sigset_t *rest)
{
    *rest = *set;
    block(how, set);
    for (size_t i = 0; i < OURS; i++)
        sigdelset(rest, ours[i]);
    return rest;
}

static int set_mask(int (*real)(int, const sigset_t *restrict,
                                sigset_t *restrict),
                    int how, const sigset_t *set, sigset_t *old)
{
    sigset_t before;
    sigset_t rest;
    int result;

    if (mh_watching() && set && how != SIG_UNBLOCK && has_ours(set) &&
        has_others(set))
        mh_trace_unshareable(BLOCKS);
    if (!mh_watching())
        return real(how, set, old);
    sigemptyset(&before);
    add_blocked(&before);
    result = real(how, set ? set_watched(how, set, &rest) : NULL, old);
    for (size_t i = 0; i < OURS && old && !result; i++)
        if (sigismember(&before, ours[i]) == 1)
            sigaddset(old, ours[i]);
    return result;
}

MH_TRACED(int, sigprocmask,
          (int how, const sigset_t *restrict set, sigset_t *restrict old))
{
    return set_mask(real_sigprocmask, how, set, old);
}

MH_TRACED(int, pthread_sigmask,
          (int how, const sigset_t *restrict set, sigset_t *restrict old))
{
    return set_mask(real_pthread_sigmask, how, set, old);
}

void mh_trace_signals_block(void)
{
    sigset_t set;

    sigemptyset(&set);
    add_blocked(&set);
    if (has_ours(&set))
        real_sigprocmask(SIG_BLOCK, &set, NULL);
}
