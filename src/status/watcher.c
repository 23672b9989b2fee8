/*
 * watcher.c - see watcher.h.
 */
#include "status/watcher.h"

#include "../mehari.h"

#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../perl/interpreter.h"
#include "limit/overtime.h"
#include "pool/stack.h"
#include "status/slow.h"
#include "wire/code.h"

#define SECOND UINT64_C(1000000000)
/* How long what is to die may take to. */
#define PATIENCE (10 * SECOND)
/* How long an answer may take, and how often it is looked for. */
#define ANSWER_LOOKS 100
#define ANSWER_PAUSE 2000 /* microseconds */
#define STACK (256 * 1024)

static struct {
    pthread_t thread;
    pid_t pid; /* whose thread it is; 0: there is none */
    _Atomic bool stops;
    const mh_board_t *board;
    mh_board_seat_t *seat;
    uint64_t limit;    /* ns; 0: none */
    uint64_t timeout;  /* the same */
    uint64_t reported; /* the request that began then */
    uint64_t ended;    /* the same */
} watcher;

/* The word is in memory that processes share. */
static void sleep_on(_Atomic uint32_t *word, uint32_t value, uint64_t ns)
{
    struct timespec time = {
        .tv_sec = (time_t)(ns / SECOND),
        .tv_nsec = (long)(ns % SECOND),
    };

    syscall(SYS_futex, word, FUTEX_WAIT, value, &time, NULL, 0);
}

static void wake(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void answer(mh_board_seat_t *seat, uint32_t asked)
{
    mh_stack_read(watcher.pid, seat->perl, seat->stack, sizeof(seat->stack));
    atomic_store(&seat->answered, asked);
}

/* Its text is one literal each, so that a search finds it. */
static void report(const mh_board_seat_t *seat, int level, const char *what,
                   uint64_t limit)
{
    char stack[4096];
    struct timespec cpu = { 0 };
    char seconds[32];

    snprintf(seconds, sizeof(seconds), "%g", (double)limit / 1e9);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
    mh_stack_read(watcher.pid, seat->perl, stack, sizeof(stack));
    ap_log_error(APLOG_MARK, level, 0, mehari.server,
                 "%.*s%s %s %s s (%s; process %d, %.2f s of CPU in all its "
                 "requests); it was at\n%s",
                 (int)mh_code_length(what), what, seat->script,
                 what + mh_code_length(what), seconds, seat->request,
                 (int)watcher.pid,
                 (double)cpu.tv_sec + (double)cpu.tv_nsec / 1e9, stack);
}

/* How long nothing can be due of what comes so long after a beginning. */
static uint64_t left(uint64_t since, uint64_t after, uint64_t now)
{
    return now < since + after ? since + after - now : 0;
}

static uint64_t look_at_slow(const mh_board_seat_t *seat, uint64_t now)
{
    uint64_t wait = left(seat->since, watcher.limit, now);

    if (!watcher.limit || seat->since == watcher.reported)
        return SECOND * 60;
    if (wait)
        return wait;
    watcher.reported = seat->since;
    report(seat, APLOG_WARNING, "MH2032: is slow: it runs for", watcher.limit);
    return watcher.limit;
}

/* Code that catches it dies again, and what hears nothing ends otherwise. */
static uint64_t look_at_overtime(const mh_board_seat_t *seat, uint64_t now)
{
    uint64_t wait = left(seat->since, watcher.timeout, now);

    if (!watcher.timeout)
        return SECOND * 60;
    if (wait)
        return wait;
    if (!left(seat->since, watcher.timeout + PATIENCE, now)) {
        report(seat, APLOG_CRIT,
               "MH2038: takes its process with it: it runs for",
               now - seat->since);
        kill(watcher.pid, SIGKILL);
    }
    if (seat->since != watcher.ended)
        report(seat, APLOG_ERR, "MH2037: is ended: it runs for more than",
               watcher.timeout);
    watcher.ended = seat->since;
    mh_overtime_interrupt();
    return SECOND;
}

/* Sees to what is due; how long nothing else can be. */
static uint64_t look(void)
{
    unsigned number = (unsigned)(watcher.seat - watcher.board->room->seats);
    uint64_t now = mh_board_now();
    mh_board_seat_t seat;
    uint64_t slow;
    uint64_t over;

    mh_board_look(watcher.board, number, &seat);
    if (!seat.busy)
        seat.since = now;
    slow = look_at_slow(&seat, now);
    over = look_at_overtime(&seat, now);
    return slow < over ? slow : over;
}

static void *watch(void *data)
{
    mh_board_seat_t *seat = watcher.seat;

    while (!watcher.stops) {
        uint32_t asked = seat->asked;

        if (asked != seat->answered)
            answer(seat, asked);
        sleep_on(&seat->asked, asked, look());
    }
    return data;
}

/* Signals are for the thread that serves. */
static bool make_thread(void)
{
    pthread_attr_t attributes;
    sigset_t all;
    sigset_t before;
    bool made;

    sigfillset(&all);
    if (pthread_attr_init(&attributes))
        return false;
    pthread_attr_setstacksize(&attributes, STACK);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    made = !pthread_create(&watcher.thread, &attributes, watch, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return made;
}

void mh_watcher_start(const mh_board_t *board, mh_board_seat_t *seat)
{
    if (!mh_slow_limit() && !mh_overtime_limit())
        return;
    watcher.timeout = mh_overtime_limit() * (SECOND / 1000);
    watcher.limit = mh_slow_limit() * (SECOND / 1000);
    watcher.board = board;
    watcher.seat = seat;
    watcher.pid = getpid();
    atomic_store(&seat->asked, 0);
    atomic_store(&seat->answered, 0);
    if (make_thread())
        atomic_store(&seat->watched, 1);
    else
        watcher.pid = 0;
}

/* Code of the process's may have forked: its copy has no such thread. */
void mh_watcher_stop(void)
{
    if (!watcher.pid || watcher.pid != getpid())
        return;
    watcher.stops = true;
    atomic_store(&watcher.seat->watched, 0);
    atomic_fetch_add(&watcher.seat->asked, 1);
    wake(&watcher.seat->asked);
    pthread_join(watcher.thread, NULL);
    watcher.pid = 0;
}

bool mh_watcher_ask(mh_board_seat_t *seat, char *text, size_t size)
{
    uint32_t asked;

    if (!seat->watched)
        return false;
    asked = atomic_fetch_add(&seat->asked, 1) + 1;
    wake(&seat->asked);
    for (int i = 0; i < ANSWER_LOOKS && seat->answered != asked; i++)
        usleep(ANSWER_PAUSE);
    if (seat->answered != asked)
        return false;
    seat->stack[sizeof(seat->stack) - 1] = '\0';
    apr_cpystrn(text, seat->stack, size);
    return true;
}
