/*
 * rows.c - see rows.h.
 */
#include "pool/manager/rows.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pool/manager/perl/bases.h"
#include "pool/manager/common/manager_state.h"
#include "pool/manager/jobs/queue.h"
#include "pool/manager/jobs/slots.h"
#include "pool/manager/scripts/cost.h"
#include "pool/manager/common/counters.h"
#include "pool/manager/workers/worker.h"
#include "pool/manager/workers/worker_base.h"
#include "shared/proc.h"

/* The rows written so far. */
static struct {
    char *data;
    size_t used;
    size_t room;
    unsigned rows;
    bool failed;
} out;

/* The process for which the stack was read. */
static pid_t asked;
static const char *asked_stack;

static void put(const mh_status_row_t *row)
{
    if (out.failed || out.rows == MH_STATUS_ROWS)
        return;
    if (out.room - out.used < MH_WIRE_MAX) {
        char *more = realloc(out.data, out.room + 4 * MH_WIRE_MAX);

        out.failed = !more;
        if (out.failed)
            return;
        out.data = more;
        out.room += 4 * MH_WIRE_MAX;
    }
    out.used += mh_wire_status_write(row, out.data + out.used, MH_WIRE_MAX);
    out.rows++;
}

/* --- the pool ----------------------------------------------------------- */

static void count_workers(mh_status_pool_t *pool)
{
    const mh_link_t *bases = mh_worker_base_all();

    for (mh_link_t *link = bases->next; link != bases; link = link->next)
        pool->workers += MH_OWNER(link, mh_worker_base_t, link)->worker_count;
    pool->workers_most = mh_manager.settings->numbers.workers;
}

/* Requests to workers are on the workers' scoreboard only. */
static void count_requests(mh_status_pool_t *pool)
{
    const mh_scoreboard_t *board = mh_counters_workers(NULL);
    mh_scoreboard_script_t script;

    for (int i = 0; i < MH_COUNTS; i++)
        pool->counts[i] = mh_counters_of((mh_count_e)i);
    for (unsigned i = 0; board->room && i < MH_SCOREBOARD_SCRIPTS; i++) {
        if (!mh_scoreboard_read_script(board, i, &script))
            continue;
        pool->counts[MH_COUNT_REQUESTS] += script.runs;
        pool->counts[MH_COUNT_ERRORS] += script.errors;
    }
}

/* Scripts hang below the newest base of their kind as a rule. */
static uint64_t largest_layer(void)
{
    const mh_link_t *all = mh_base_all();
    uint64_t largest = 0;

    for (mh_link_t *link = all->next; link != all; link = link->next) {
        const mh_base_t *base = MH_OWNER(link, mh_base_t, link);

        if (base->layer > largest)
            largest = base->layer;
    }
    return largest;
}

static void put_pool(void)
{
    static mh_scoreboard_figures_t history[MH_STATUS_SECONDS];
    const mh_pool_settings_t *settings = mh_manager.settings;
    uint64_t now = mh_scoreboard_now();
    mh_status_row_t row = {
        .kind = MH_ROW_POOL,
        .pool = {
            .pid = (uint64_t)getppid(),
            .age = mh_counters_age(),
            .running = mh_slots_taken(),
            .concurrency = settings->numbers.concurrency,
            .waiting = mh_queue_waiting(),
            .places = settings->numbers.queue,
            .restore = mh_manager.tracker,
            .layer = largest_layer(),
            .restored = *mh_counters_of_restores(),
        },
        .modules = settings->preload,
        .history = history,
    };

    _Static_assert(sizeof(mh_scoreboard_figures_t) ==
                           sizeof(mh_status_second_t) &&
                       MH_SCOREBOARD_SECONDS == MH_STATUS_SECONDS,
                   "a board's seconds are sent as they are");
    _Static_assert((int)MH_TRACKERS == (int)MH_RESTORED_FORK,
                   "a tracker is sent as it is");
    if (row.modules.size > MH_WIRE_MAX / 4)
        row.modules.size = 0;
    mh_scoreboard_history(mh_counters_board(), now, history);
    mh_scoreboard_history(mh_counters_workers(NULL), now, history);
    count_workers(&row.pool);
    count_requests(&row.pool);
    put(&row);
}

/* --- processes ---------------------------------------------------------- */

static void put_process(mh_status_row_t *row, pid_t pid, mh_kind_e kind,
                        mh_state_e state)
{
    row->kind = MH_ROW_PROCESS;
    row->process.pid = (uint64_t)pid;
    row->process.kind = kind;
    row->process.state = state;
    if (!mh_proc_look(pid, &row->process))
        return;
    if (pid == asked && *asked_stack)
        row->text = asked_stack;
    put(row);
}

static void put_plain(pid_t pid, mh_kind_e kind, mh_state_e state)
{
    mh_status_row_t row = {
        .process = { .since = MH_STATUS_UNKNOWN,
                     .requests = MH_STATUS_UNKNOWN },
    };

    put_process(&row, pid, kind, state);
}

static void put_bases(void)
{
    const mh_link_t *all = mh_base_all();

    for (mh_link_t *link = all->next; link != all; link = link->next) {
        const mh_base_t *base = MH_OWNER(link, mh_base_t, link);

        if (base->control.fd >= 0)
            put_plain(base->pid, MH_KIND_BASE,
                      base->ready ? MH_STATE_READY : MH_STATE_STARTING);
    }
}

static void put_zygotes(void)
{
    static const mh_state_e states[] = {
        [MH_ZYGOTE_STARTING] = MH_STATE_STARTING,
        [MH_ZYGOTE_READY] = MH_STATE_READY,
        [MH_ZYGOTE_RETIRED] = MH_STATE_ENDING,
    };
    const mh_link_t *all = mh_zygote_all();

    for (mh_link_t *link = all->next; link != all; link = link->next) {
        const mh_zygote_t *zygote = MH_OWNER(link, mh_zygote_t, link);
        mh_status_row_t row = {
            .process = { .since = MH_STATUS_UNKNOWN,
                         .requests = zygote->served },
            .script = zygote->script ? zygote->script->path : NULL,
        };

        put_process(&row, zygote->pid, MH_KIND_ZYGOTE, states[zygote->state]);
    }
}

static mh_kind_e kind_of(const mh_child_t *child)
{
    if (!child->zygote)
        return child->channel < 0 && child->watch.fd < 0 ? MH_KIND_PROGRAM
                                                         : MH_KIND_CHILD;
    return child->peer == MH_PEER_TEMPLATE && !child->job ? MH_KIND_TEMPLATE
                                                          : MH_KIND_CHILD;
}

static const mh_script_t *script_of(const mh_child_t *child)
{
    if (child->job)
        return child->job->script;
    return child->zygote ? child->zygote->script : NULL;
}

static mh_state_e state_of(const mh_child_t *child)
{
    if (child->state >= MH_CHILD_FINISHED)
        return MH_STATE_ENDING;
    return child->job ? MH_STATE_BUSY : MH_STATE_READY;
}

/* Figures of workers are on their scoreboard. */
static void put_child(const mh_child_t *child)
{
    const mh_job_t *job = child->job;
    const mh_script_t *script = script_of(child);
    mh_status_row_t row = {
        .process = { .since = MH_STATUS_UNKNOWN, .requests = child->served },
        .script = script ? script->path : NULL,
        .about = job ? job->about : NULL,
    };

    if (child->worker)
        return;
    if (job)
        row.process.since = mh_scoreboard_now() - job->started;
    /* A template and its run have the same memory, so one of them is shown. */
    put_process(&row, job ? mh_child_process(child) : child->pid,
                kind_of(child), state_of(child));
}

/* --- workers ------------------------------------------------------------ */

static bool find_slot(pid_t pid, mh_scoreboard_slot_t *slot)
{
    const mh_scoreboard_t *board = mh_counters_workers(NULL);

    for (unsigned i = 0; board->room && i < board->slots; i++)
        if (mh_scoreboard_look(board, i, slot) && slot->pid == (uint32_t)pid)
            return true;
    return false;
}

static void put_worker(const mh_worker_t *worker)
{
    mh_scoreboard_slot_t slot;
    mh_status_row_t row = {
        .process = { .since = MH_STATUS_UNKNOWN, .requests = 0 },
    };

    if (!find_slot(worker->pid, &slot)) {
        put_process(&row, worker->pid, MH_KIND_WORKER,
                    worker->child ? MH_STATE_BUSY : MH_STATE_READY);
        return;
    }
    row.process.requests = slot.requests;
    row.process.since = mh_scoreboard_now() - slot.since;
    row.databases = slot.databases;
    if (slot.busy) {
        row.script = slot.script;
        row.about = slot.request;
    }
    put_process(&row, worker->pid, MH_KIND_WORKER,
                slot.busy ? MH_STATE_BUSY : MH_STATE_READY);
}

static void put_workers_of(const mh_link_t *ring)
{
    for (mh_link_t *link = ring->next; link != ring; link = link->next)
        put_worker(MH_OWNER(link, mh_worker_t, link));
}

static void put_workers(void)
{
    const mh_link_t *all = mh_worker_base_all();

    for (mh_link_t *link = all->next; link != all; link = link->next) {
        const mh_worker_base_t *base = MH_OWNER(link, mh_worker_base_t, link);

        if (base->pid)
            put_plain(base->pid, MH_KIND_WORKER_BASE,
                      base->ready ? MH_STATE_READY : MH_STATE_STARTING);
        put_workers_of(&base->busy);
        put_workers_of(&base->free);
    }
}

/* --- scripts ------------------------------------------------------------ */

static mh_run_mode_e run_mode_of(const mh_script_t *script)
{
    if (!script)
        return MH_RUN_MODE_UNKNOWN;
    return script->run_mode ? script->run_mode : script->ran;
}

/* script: NULL for a handler, and for a script that is forgotten. */
static void put_script(const mh_scoreboard_script_t *figures,
                       mh_run_mode_e mode, const mh_script_t *script)
{
    mh_status_row_t row = {
        .kind = MH_ROW_SCRIPT,
        .script = figures->name,
        .about = script ? script->why : NULL,
        .text = figures->error_time ? figures->error : NULL,
        .figures = {
            .run_mode = mode,
            .runs = figures->runs,
            .errors = figures->errors,
            .time = figures->time,
            .median = mh_scoreboard_quantile(figures, .5),
            .slowest = mh_scoreboard_quantile(figures, .99),
            .compile = figures->compile ? figures->compile : MH_STATUS_UNKNOWN,
            .error_age = MH_STATUS_UNKNOWN,
            .compiled = figures->compiled,
            .cpu = MH_STATUS_UNKNOWN,
            .behind = MH_STATUS_UNKNOWN,
            .memory = MH_STATUS_UNKNOWN,
        },
    };

    if (figures->error_time)
        row.figures.error_age = mh_scoreboard_now() - figures->error_time;
    if (script && script->zygote && script->zygote->memory)
        row.figures.memory = script->zygote->memory;
    if (script)
        mh_cost_of(script, &row.figures.cpu, &row.figures.behind);
    put(&row);
}

static void put_scripts(const mh_scoreboard_t *board, bool ours)
{
    mh_scoreboard_script_t figures;

    for (unsigned i = 0; board->room && i < MH_SCOREBOARD_SCRIPTS; i++) {
        const mh_script_t *script = NULL;

        if (!mh_scoreboard_read_script(board, i, &figures))
            continue;
        if (ours)
            script = mh_script_of_path(figures.name, NULL);
        put_script(&figures,
                   ours ? run_mode_of(script) : MH_RUN_MODE_PERSISTENT, script);
    }
}

const char *mh_rows_write(pid_t pid, const char *stack, size_t *size)
{
    asked = pid;
    asked_stack = stack;
    put_pool();
    put_plain(getppid(), MH_KIND_MANAGER, MH_STATE_READY);
    put_bases();
    put_zygotes();
    mh_child_each(put_child);
    put_workers();
    put_scripts(mh_counters_board(), true);
    put_scripts(mh_counters_workers(NULL), false);
    *size = out.used;
    return out.failed ? NULL : out.data;
}
