/*
 * embedded_figures.c - see view.h: the part of embedded Perl, from httpd's own
 * scoreboard.
 */
#include "module/scoreboard/account.h"

#include "module/config/config.h"
#include "module/perl/interpreter.h"
#include "shared/perl/stack.h"
#include "shared/proc.h"
#include "module/status/view.h"
#include "module/scoreboard/watcher.h"

/* Reads the stack, if the kernel lets one child of httpd look at another. */
static const char *stack_of(request_rec *r, unsigned number,
                            const mh_scoreboard_slot_t *slot)
{
    char *text = apr_palloc(r->pool, MH_STATUS_STACK);

    if (!slot->busy || !slot->perl)
        return NULL;
    if (!mh_watcher_ask(&mh_account_board()->room->slots[number], text,
                        MH_STATUS_STACK))
        mh_stack_read((pid_t)slot->pid, slot->perl, text, MH_STATUS_STACK);
    return *text ? text : NULL;
}

static void add_process(request_rec *r, mh_view_part_t *part, unsigned number,
                        const mh_scoreboard_slot_t *slot, pid_t asked)
{
    mh_status_row_t row = { .kind = MH_ROW_PROCESS };

    if (!mh_proc_look((pid_t)slot->pid, &row.process))
        return;
    row.process.pid = slot->pid;
    row.process.kind = MH_KIND_HTTPD;
    row.process.state = slot->busy ? MH_STATE_BUSY : MH_STATE_READY;
    row.process.since = mh_scoreboard_now() - slot->since;
    row.process.requests = slot->requests;
    if (row.process.memory[0] == MH_STATUS_UNKNOWN && slot->memory[0]) {
        row.process.memory[0] = slot->memory[0];
        row.process.memory[1] = slot->memory[1];
    }
    if (slot->busy) {
        row.about = apr_pstrdup(r->pool, slot->request);
        row.script = apr_pstrdup(r->pool, slot->script);
        part->figures.running++;
    }
    row.databases = apr_pstrdup(r->pool, slot->databases);
    if ((pid_t)slot->pid == asked)
        row.text = stack_of(r, number, slot);
    APR_ARRAY_PUSH(part->processes, mh_status_row_t) = row;
}

static void add_script(request_rec *r, mh_view_part_t *part,
                       const mh_scoreboard_script_t *script)
{
    mh_status_row_t row = { .kind = MH_ROW_SCRIPT };

    row.script = apr_pstrdup(r->pool, script->name);
    row.figures.run_mode = MH_RUN_MODE_PERSISTENT;
    row.figures.runs = script->runs;
    row.figures.errors = script->errors;
    row.figures.time = script->time;
    row.figures.median = mh_scoreboard_quantile(script, .5);
    row.figures.slowest = mh_scoreboard_quantile(script, .99);
    row.figures.compile = script->compile ? script->compile : MH_STATUS_UNKNOWN;
    row.figures.compiled = script->compiled;
    row.figures.cpu = row.figures.behind = MH_STATUS_UNKNOWN;
    row.figures.error_age = MH_STATUS_UNKNOWN;
    if (script->error_time) {
        row.text = apr_pstrdup(r->pool, script->error);
        row.figures.error_age = mh_scoreboard_now() - script->error_time;
    }
    part->figures.counts[MH_COUNT_REQUESTS] += script->runs;
    part->figures.counts[MH_COUNT_ERRORS] += script->errors;
    APR_ARRAY_PUSH(part->scripts, mh_status_row_t) = row;
}

static void add_modules(request_rec *r, mh_view_part_t *part)
{
    for (const server_rec *s = mehari.server; s; s = s->next) {
        const apr_array_header_t *loads = mh_server_config(s)->loads;

        for (int i = 0; loads && i < loads->nelts; i++)
            *(const char **)apr_array_push(
                part->modules) = APR_ARRAY_IDX(loads, i, mh_load_t *)->name;
    }
}

mh_view_part_t *mh_view_embedded(request_rec *r, pid_t asked)
{
    const mh_scoreboard_t *board = mh_account_board();
    mh_scoreboard_figures_t history[MH_SCOREBOARD_SECONDS] = { 0 };
    mh_view_part_t *part;

    if (!board->room)
        return NULL;
    part = mh_view_part(r, "(httpd)");
    part->embedded = part->has_pool = true;
    board->room->watched = mh_scoreboard_now();
    for (unsigned i = 0; i < board->slots; i++) {
        mh_scoreboard_slot_t slot;

        if (mh_scoreboard_look(board, i, &slot))
            add_process(r, part, i, &slot, asked);
    }
    for (unsigned i = 0; i < MH_SCOREBOARD_SCRIPTS; i++) {
        mh_scoreboard_script_t script;

        if (mh_scoreboard_read_script(board, i, &script))
            add_script(r, part, &script);
    }
    mh_scoreboard_history(board, mh_scoreboard_now(), history);
    memcpy(part->history, history, sizeof(history));
    part->figures.workers_most = board->slots;
    part->figures.workers = (uint64_t)part->processes->nelts;
    add_modules(r, part);
    return part;
}
