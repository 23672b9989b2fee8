/*
 * embedded.c - see view.h: the part of embedded Perl, from httpd's own board.
 */
#include "status/account.h"

#include "../config/config.h"
#include "../perl/interpreter.h"
#include "pool/stack.h"
#include "status/process.h"
#include "status/view.h"
#include "status/watcher.h"

/* As far as the kernel lets one child of httpd look at another. */
static const char *stack_of(request_rec *r, unsigned number,
                            const mh_board_seat_t *seat)
{
    char *text = apr_palloc(r->pool, MH_STATUS_STACK);

    if (!seat->busy || !seat->perl)
        return NULL;
    if (!mh_watcher_ask(&mh_account_board()->room->seats[number], text,
                        MH_STATUS_STACK))
        mh_stack_read((pid_t)seat->pid, seat->perl, text, MH_STATUS_STACK);
    return *text ? text : NULL;
}

static void add_process(request_rec *r, mh_view_part_t *part, unsigned number,
                        const mh_board_seat_t *seat, pid_t asked)
{
    mh_status_row_t row = { .kind = MH_ROW_PROCESS };

    if (!mh_process_look((pid_t)seat->pid, &row.process))
        return;
    row.process.pid = seat->pid;
    row.process.kind = MH_KIND_HTTPD;
    row.process.state = seat->busy ? MH_STATE_BUSY : MH_STATE_READY;
    row.process.since = mh_board_now() - seat->since;
    row.process.requests = seat->requests;
    if (row.process.memory[0] == MH_STATUS_UNKNOWN && seat->memory[0]) {
        row.process.memory[0] = seat->memory[0];
        row.process.memory[1] = seat->memory[1];
    }
    if (seat->busy) {
        row.about = apr_pstrdup(r->pool, seat->request);
        row.script = apr_pstrdup(r->pool, seat->script);
        part->figures.running++;
    }
    row.databases = apr_pstrdup(r->pool, seat->databases);
    if ((pid_t)seat->pid == asked)
        row.text = stack_of(r, number, seat);
    APR_ARRAY_PUSH(part->processes, mh_status_row_t) = row;
}

static void add_script(request_rec *r, mh_view_part_t *part,
                       const mh_board_script_t *script)
{
    mh_status_row_t row = { .kind = MH_ROW_SCRIPT };

    row.script = apr_pstrdup(r->pool, script->name);
    row.figures.way = MH_WAY_HANDLER;
    row.figures.runs = script->runs;
    row.figures.errors = script->errors;
    row.figures.time = script->time;
    row.figures.median = mh_board_quantile(script, .5);
    row.figures.slowest = mh_board_quantile(script, .99);
    row.figures.compile = script->compile ? script->compile : MH_STATUS_UNKNOWN;
    row.figures.compiled = script->compiled;
    row.figures.error_age = MH_STATUS_UNKNOWN;
    if (script->error_time) {
        row.text = apr_pstrdup(r->pool, script->error);
        row.figures.error_age = mh_board_now() - script->error_time;
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
    const mh_board_t *board = mh_account_board();
    mh_board_figures_t history[MH_BOARD_SECONDS] = { 0 };
    mh_view_part_t *part;

    if (!board->room)
        return NULL;
    part = mh_view_part(r, "(httpd)");
    part->embedded = part->has_pool = true;
    board->room->watched = mh_board_now();
    for (unsigned i = 0; i < board->seats; i++) {
        mh_board_seat_t seat;

        if (mh_board_look(board, i, &seat))
            add_process(r, part, i, &seat, asked);
    }
    for (unsigned i = 0; i < MH_BOARD_SCRIPTS; i++) {
        mh_board_script_t script;

        if (mh_board_read_script(board, i, &script))
            add_script(r, part, &script);
    }
    mh_board_history(board, mh_board_now(), history);
    memcpy(part->history, history, sizeof(history));
    part->figures.workers_most = board->seats;
    part->figures.workers = (uint64_t)part->processes->nelts;
    add_modules(r, part);
    return part;
}
