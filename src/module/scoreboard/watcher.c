/*
 * watcher.c - see watcher.h.
 */
#include "module/scoreboard/watcher.h"

#include "module/common/mehari.h"

#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "module/common/own_thread.h"
#include "module/perl/interpreter.h"
#include "module/limit/overtime.h"
#include "shared/perl/stack.h"
#include "module/limit/slow.h"
#include "shared/wire/code.h"

#define SECOND UINT64_C(1000000000)
/* Grace period, in ns, before a process marked for termination is killed. */
#define PATIENCE (10 * SECOND)
/* Looks for an answer, at most, and the pause between them. */
#define ANSWER_LOOKS 100
#define ANSWER_PAUSE 2000 /* microseconds */

static struct {
    pthread_t thread;
    pid_t pid; /* pid of its process; 0: there is no thread */
    _Atomic bool stops;
    const mh_scoreboard_t *board;
    mh_scoreboard_slot_t *slot;
    uint64_t limit;    /* ns; 0: none */
    uint64_t timeout;  /* the same */
    uint64_t reported; /* start of the request that was reported */
    uint64_t ended;    /* start of the request that was ended */
} watcher;

/* The futex is in memory that processes share. */
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

static void answer(mh_scoreboard_slot_t *slot, uint32_t asked)
{
    mh_stack_read(watcher.pid, slot->perl, slot->stack, sizeof(slot->stack));
    atomic_store(&slot->answered, asked);
}

/* The text of each message is one literal, so that a search finds it. */
static void report(const mh_scoreboard_slot_t *slot, int level,
                   const char *what, uint64_t limit)
{
    char stack[4096];
    struct timespec cpu = { 0 };
    char seconds[32];

    snprintf(seconds, sizeof(seconds), "%g", (double)limit / 1e9);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
    mh_stack_read(watcher.pid, slot->perl, stack, sizeof(stack));
    mh_log_error(APLOG_MARK, level, 0, mehari.server,
                 "%.*s%s %s %s s (%s; process %d, %.2f s of CPU in all its "
                 "requests); it was at\n%s",
                 (int)mh_code_length(what), what, slot->script,
                 what + mh_code_length(what), seconds, slot->request,
                 (int)watcher.pid,
                 (double)cpu.tv_sec + (double)cpu.tv_nsec / 1e9, stack);
}

/* Time (ns) that is left until since + after; 0: that is over. */
static uint64_t left(uint64_t since, uint64_t after, uint64_t now)
{
    return now < since + after ? since + after - now : 0;
}

static uint64_t look_at_slow(const mh_scoreboard_slot_t *slot, uint64_t now)
{
    uint64_t wait = left(slot->since, watcher.limit, now);

    if (!watcher.limit || slot->since == watcher.reported)
        return SECOND * 60;
    if (wait)
        return wait;
    watcher.reported = slot->since;
    report(slot, APLOG_WARNING, "MH2032: is slow: it has been running for",
           watcher.limit);
    return watcher.limit;
}

/* Code that catches the error dies again; code that never checks is ended with
 * its process. */
static uint64_t look_at_overtime(const mh_scoreboard_slot_t *slot, uint64_t now)
{
    uint64_t wait = left(slot->since, watcher.timeout, now);

    if (!watcher.timeout)
        return SECOND * 60;
    if (wait)
        return wait;
    if (!left(slot->since, watcher.timeout + PATIENCE, now)) {
        report(slot, APLOG_CRIT,
               "MH2038: takes its process with it: it has been running for",
               now - slot->since);
        kill(watcher.pid, SIGKILL);
    }
    if (slot->since != watcher.ended)
        report(slot, APLOG_ERR,
               "MH2037: is ended: it has been running for more than",
               watcher.timeout);
    watcher.ended = slot->since;
    mh_overtime_interrupt();
    return SECOND;
}

/* Handles the limits that are reached; returns the time until the next. */
static uint64_t look(void)
{
    unsigned number = (unsigned)(watcher.slot - watcher.board->room->slots);
    uint64_t now = mh_scoreboard_now();
    mh_scoreboard_slot_t slot;
    uint64_t slow;
    uint64_t over;

    mh_scoreboard_look(watcher.board, number, &slot);
    if (!slot.busy)
        slot.since = now;
    slow = look_at_slow(&slot, now);
    over = look_at_overtime(&slot, now);
    return slow < over ? slow : over;
}

static void *watch(void *data)
{
    mh_scoreboard_slot_t *slot = watcher.slot;

    while (!watcher.stops) {
        uint32_t asked = slot->asked;

        if (asked != slot->answered)
            answer(slot, asked);
        sleep_on(&slot->asked, asked, look());
    }
    return data;
}

void mh_watcher_start(const mh_scoreboard_t *board, mh_scoreboard_slot_t *slot)
{
    if (!mh_slow_limit() && !mh_overtime_limit())
        return;
    watcher.timeout = mh_overtime_limit() * (SECOND / 1000);
    watcher.limit = mh_slow_limit() * (SECOND / 1000);
    watcher.board = board;
    watcher.slot = slot;
    watcher.pid = getpid();
    atomic_store(&slot->asked, 0);
    atomic_store(&slot->answered, 0);
    if (mh_own_thread_start(&watcher.thread, watch))
        atomic_store(&slot->watched, 1);
    else
        watcher.pid = 0;
}

/* The process's code may have forked: its copy has no such thread. */
void mh_watcher_stop(void)
{
    if (!watcher.pid || watcher.pid != getpid())
        return;
    watcher.stops = true;
    atomic_store(&watcher.slot->watched, 0);
    atomic_fetch_add(&watcher.slot->asked, 1);
    wake(&watcher.slot->asked);
    pthread_join(watcher.thread, NULL);
    watcher.pid = 0;
}

bool mh_watcher_ask(mh_scoreboard_slot_t *slot, char *text, size_t size)
{
    uint32_t asked;

    if (!slot->watched)
        return false;
    asked = atomic_fetch_add(&slot->asked, 1) + 1;
    wake(&slot->asked);
    for (int i = 0; i < ANSWER_LOOKS && slot->answered != asked; i++)
        usleep(ANSWER_PAUSE);
    if (slot->answered != asked)
        return false;
    slot->stack[sizeof(slot->stack) - 1] = '\0';
    apr_cpystrn(text, slot->stack, size);
    return true;
}
