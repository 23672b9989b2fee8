/*
 * patience.c - see patience.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/trace/patience.h"

#include <signal.h>
#include <sys/resource.h>
#include <time.h>

#include "pool/perl/trace/part.h"
#include "shared/perl/compat.h"

#define SIGNAL SIGRTMAX
#define TICK 20000000L     /* nanoseconds of processor time */
#define TICKS 25           /* half a second */
#define MEMORY (32 * 1024) /* KiB more than at the start */
#define FILES 2000         /* more than at the begin */

static struct {
    bool on;
    timer_t timer;
    long memory;  /* KiB, at the begin */
    size_t files; /* looked at before */
    PerlInterpreter *perl;
    despatch_signals_proc_t despatch;
    volatile sig_atomic_t ticks;
} patience;

int mh_patience_signal(void)
{
    return patience.on ? SIGNAL : 0;
}

static void tick(int number)
{
    dTHXa(patience.perl);

    patience.ticks++;
    PL_sig_pending = 1;
}

static long memory(void)
{
    mh_pause_t pause = mh_trace_pause();
    struct rusage usage = { 0 };

    getrusage(RUSAGE_SELF, &usage);
    mh_trace_resume(pause);
    return usage.ru_maxrss;
}

static void look_at_limits(void)
{
    if (patience.ticks >= TICKS)
        mh_trace_unshareable("has run for half a second");
    else if (memory() > patience.memory + MEMORY)
        mh_trace_unshareable("has taken %d MiB of memory", MEMORY / 1024);
    else if (mh_trace_file_count() > patience.files + FILES)
        mh_trace_unshareable("has looked at %d files", FILES);
}

/* Perl has no list of signals before something looks at %SIG, and would look
 * into it. */
static void forget_tick(pTHX)
{
    if (!PL_psig_pend)
        PL_sig_pending = 0;
}

/* PL_signalhook, which Perl calls between two operators. */
static void between_operators(pTHX)
{
    if (patience.on)
        look_at_limits();
    forget_tick(aTHX);
    if (PL_psig_pend)
        patience.despatch(aTHX);
}

static bool make_timer(void)
{
    struct itimerspec each = { .it_interval.tv_nsec = TICK,
                               .it_value.tv_nsec = TICK };
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL,
                              .sigev_signo = SIGNAL };
    struct sigaction action = { .sa_handler = tick, .sa_flags = SA_RESTART };

    if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &patience.timer))
        return false;
    sigaction(SIGNAL, &action, NULL);
    return !timer_settime(patience.timer, 0, &each, NULL);
}

/* PL_signalhook is what XS modules that defer signals replace, too. */
void mh_patience_begin(pTHX)
{
    mh_pause_t pause = mh_trace_pause();

    patience.perl = MH_PERL_SELF;
    patience.ticks = 0;
    patience.memory = memory();
    patience.files = mh_trace_file_count();
    patience.despatch = PL_signalhook;
    patience.on = make_timer();
    if (patience.on)
        PL_signalhook = between_operators;
    mh_trace_resume(pause);
}

void mh_patience_end(pTHX)
{
    mh_pause_t pause = mh_trace_pause();

    if (patience.on) {
        timer_delete(patience.timer);
        signal(SIGNAL, SIG_DFL);
        if (PL_signalhook == between_operators)
            PL_signalhook = patience.despatch;
        forget_tick(aTHX); /* of the last operator */
    }
    patience.on = false;
    mh_trace_resume(pause);
}
