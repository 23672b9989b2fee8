/*
 * run.c - see run.h.
 */
#include "pool/run.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "pool/attention.h"
#include "pool/manager.h"
#include "pool/manner.h"
#include "pool/notice.h"
#include "pool/queue.h"
#include "pool/stack.h"
#include "pool/tally.h"
#include "pool/worker.h"
#include "pool/zygote.h"
#include "status/process.h"

/* So many processes may end before they have read it. */
#define ATTEMPTS 5

/* Who waits for so long is told so; not each of whom the next moment runs. */
#define SAY_AFTER (MH_SECOND / 5)

static mh_timers_t wait_timers;
static mh_timers_t clock_timers;
static mh_timers_t slow_timers;
static mh_timers_t say_timers;

static void waited_too_long(mh_timer_t *timer)
{
    mh_run_t *run = MH_OWNER(timer, mh_run_t, timer);

    mh_queue_remove(run);
    mh_run_refuse(run, MH_REASON_QUEUE_FULL, "it waited too long for its turn");
}

/* httpd can give it to another manager, if this one goes. */
static void say_that_it_waits(mh_timer_t *timer)
{
    mh_run_t *run = MH_OWNER(timer, mh_run_t, says);

    run->told = true;
    mh_connection_waits(run->connection, run->id, true);
}

void mh_run_moves(mh_run_t *run)
{
    mh_timer_stop(&run->says);
    if (run->told)
        mh_connection_waits(run->connection, run->id, false);
    run->told = false;
}

/* Of a process that serves one request after the other there is the sum. */
static const char *cpu_of(const mh_child_t *child, char *text, size_t size)
{
    bool one = !child->worker;
    mh_status_process_t figures;

    if (!mh_process_times(mh_child_process(child), &figures))
        return "";
    snprintf(text, size, ", %.2f s of CPU%s", (double)figures.cpu / 1e9,
             one ? "" : " in all its requests");
    return text;
}

/* To the log: where it is, which is its Perl stack. */
static void report(mh_run_t *run, int level, const char *code, const char *what)
{
    const mh_child_t *child = run->child;
    char stack[4096] = "";
    char cpu[64];

    if (child->zygote && child->pid > 0 && child->zygote->perl)
        mh_stack_read(mh_child_process(child), child->zygote->perl, stack,
                      sizeof(stack));
    if (child->worker)
        mh_worker_stack(run, stack, sizeof(stack));
    mh_notice_run(run, level, "%s: %s %s (%s; process %d%s)%s%s", code,
                  mh_manner_name(run), what, run->about,
                  (int)mh_child_process(child), cpu_of(child, cpu, sizeof(cpu)),
                  *stack ? "; it was at\n" : "", stack);
}

/* It goes on. */
static void report_slow(mh_run_t *run)
{
    double seconds = (double)mh_manager.definition->numbers.slow / 1e3;
    char what[64];

    snprintf(what, sizeof(what), "is slow: it runs for %g s", seconds);
    report(run, MH_WARNING, "MH3062", what);
}

static void ran_slowly(mh_timer_t *timer)
{
    mh_run_t *run = MH_OWNER(timer, mh_run_t, slow);

    if (run->child && !run->timed_out)
        report_slow(run);
}

void mh_run_slow(mh_run_t *run, const char *about)
{
    if (!run->child || !run->child->worker || run->holds_slot)
        return;
    if (about)
        snprintf(run->about, sizeof(run->about), "%s", about);
    report_slow(run);
}

static void report_end(mh_run_t *run)
{
    unsigned long long seconds = mh_manager.definition->numbers.request_timeout;
    char what[64];

    snprintf(what, sizeof(what), "ran for more than %llu s", seconds);
    report(run, MH_ERROR, "MH3063", what);
}

static void ran_too_long(mh_timer_t *timer)
{
    mh_run_t *run = MH_OWNER(timer, mh_run_t, timer);
    mh_child_t *child = run->child;

    report_end(run);
    run->timed_out = true;
    mh_run_refuse(run, MH_REASON_TIMEOUT, NULL);
    mh_child_stop(child);
}

void mh_run_setup(void)
{
    uint64_t delay = mh_manager.definition->numbers.request_timeout * MH_SECOND;

    mh_loop_add_timers(&wait_timers, delay, waited_too_long);
    mh_loop_add_timers(&clock_timers, delay, ran_too_long);
    mh_loop_add_timers(&say_timers, SAY_AFTER, say_that_it_waits);
    mh_loop_add_timers(&slow_timers,
                       mh_manager.definition->numbers.slow * (MH_SECOND / 1000),
                       ran_slowly);
}

static void free_run(mh_run_t *run)
{
    if (run->connection)
        run->connection->run = NULL;
    if (run->holds_slot)
        mh_queue_give_slot();
    mh_timer_stop(&run->timer);
    mh_timer_stop(&run->slow);
    mh_timer_stop(&run->says);
    mh_request_drop(&run->request);
    mh_manner_leave(run);
    mh_loop_free(run);
}

static const char *new_run(mh_connection_t *connection,
                           mh_channel_packet_t *packet, mh_run_t **made)
{
    mh_run_t *run = calloc(1, sizeof(*run));
    const char *wrong;
    const char *about;

    if (!run)
        return "there is no memory for it";
    mh_link_init(&run->link);
    mh_timer_init(&run->timer);
    mh_timer_init(&run->slow);
    mh_timer_init(&run->says);
    run->id = packet->message.id;
    wrong = mh_request_take(&run->request, packet);
    if (wrong) {
        mh_request_drop(&run->request);
        free(run);
        return wrong;
    }
    mh_request_limit_cpu(&run->request, mh_manager.definition->numbers.cpu);
    about = mh_wire_string(&run->request.message, MH_TAG_ABOUT);
    snprintf(run->about, sizeof(run->about), "%s", about ? about : "a request");
    run->connection = connection;
    connection->run = run;
    *made = run;
    return NULL;
}

const char *mh_run_begin(mh_connection_t *connection,
                         mh_channel_packet_t *packet)
{
    mh_run_t *run;
    const char *wrong = new_run(connection, packet, &run);

    if (wrong)
        return wrong;
    mh_attention_begin();
    if (mh_manager.stopping) {
        mh_run_refuse(run, MH_REASON_STOPPING, NULL);
    } else if (mh_queue_full()) {
        mh_run_refuse(run, MH_REASON_QUEUE_FULL, NULL);
    } else if (mh_queue_ready()) {
        mh_manner_start(run);
    } else if (mh_run_wait(run)) {
        mh_queue_add(run);
    }
    return NULL;
}

bool mh_run_wait(mh_run_t *run)
{
    if (mh_request_keep(&run->request)) {
        mh_run_refuse(run, MH_REASON_RESOURCES, "there is no memory for it");
        return false;
    }
    if (mh_link_empty(&run->timer.link))
        mh_timer_set(&wait_timers, &run->timer);
    mh_timer_set(&say_timers, &run->says);
    return true;
}

bool mh_run_once_more(mh_run_t *run)
{
    if (++run->attempts > ATTEMPTS)
        return false;
    if (mh_run_wait(run))
        mh_queue_add_again(run);
    return true;
}

void mh_run_started(mh_run_t *run, mh_child_t *child)
{
    run->child = child;
    child->run = run;
    run->holds_slot = true;
    run->started = mh_board_now();
    child->served++;
    mh_queue_take_slot();
    mh_request_drop(&run->request);
    mh_timer_set(&clock_timers, &run->timer);
    mh_timer_set(&slow_timers, &run->slow);
}

void mh_run_ended(mh_run_t *run, int status)
{
    mh_tally_ended(run, status);
    if (run->connection) {
        if (WIFSIGNALED(status))
            mh_notice_run(run, MH_ERROR,
                          "MH3064: signal %d (%s) ended %s while it served %s",
                          WTERMSIG(status), strsignal(WTERMSIG(status)),
                          mh_manner_name(run), run->about);
        mh_connection_done(run->connection, run->id, status);
    }
    free_run(run);
}

void mh_run_again(mh_run_t *run, mh_channel_packet_t *packet)
{
    const char *wrong;

    if (!run->connection || run->timed_out || ++run->attempts > ATTEMPTS) {
        mh_channel_drop(packet);
        mh_run_ended(run, SIGKILL);
        return;
    }
    if (run->holds_slot)
        mh_queue_give_slot();
    run->holds_slot = false;
    mh_timer_stop(&run->timer);
    mh_timer_stop(&run->slow);
    wrong = mh_request_take(&run->request, packet);
    if (wrong)
        mh_run_refuse(run, MH_REASON_RESOURCES, wrong);
    else if (mh_run_wait(run))
        mh_queue_add_again(run);
}

void mh_run_refuse(mh_run_t *run, mh_wire_reason_e reason, const char *text)
{
    mh_tally_refused(reason);
    if (run->connection) {
        mh_connection_refuse(run->connection, run->id, reason, text);
        run->connection->run = NULL;
        run->connection = NULL;
    }
    if (!run->child)
        free_run(run);
}

void mh_run_lease(mh_run_t *run)
{
    mh_timer_stop(&run->timer);
    mh_timer_stop(&run->slow);
    if (run->holds_slot)
        mh_queue_give_slot();
    run->holds_slot = false;
    snprintf(run->about, sizeof(run->about), "a request");
    if (run->connection)
        mh_notice_flush(run->connection, run->id);
}

void mh_run_overdue(mh_run_t *run)
{
    if (run->child && run->child->worker && !run->holds_slot)
        ran_too_long(&run->timer);
}

void mh_run_cancel(mh_run_t *run)
{
    mh_tally_cancelled(run);
    run->connection = NULL;
    /* A worker notices when it writes; it is not ended for that. */
    if (run->child && run->child->worker && !mh_manager.stopping) {
        mh_timer_set(&clock_timers, &run->timer);
        return;
    }
    if (run->child) {
        mh_timer_stop(&run->timer);
        mh_child_stop(run->child);
        return;
    }
    mh_queue_remove(run);
    free_run(run);
}

/* The kernel closes a process's files before its parent hears of its end. */
static bool is_ending(pid_t pid)
{
    const unsigned long exiting = 0x4; /* PF_EXITING, proc(5) */
    unsigned long flags;
    char state = mh_attention_state(pid, &flags);

    return state == 'Z' || state == 'X' || flags & exiting;
}

void mh_run_output_ended(mh_run_t *run)
{
    if (run->child && run->child->pid > 0 &&
        !is_ending(mh_child_process(run->child)))
        mh_connection_refuse(run->connection, run->id, MH_REASON_ALIVE, NULL);
}
