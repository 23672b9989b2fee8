/*
 * json.c - the status as JSON. Times are seconds, sizes bytes; unknown figures
 * are null.
 */
#include "module/status/format.h"
#include "module/status/text.h"

static const char *json_number(apr_pool_t *p, uint64_t value)
{
    if (value == MH_STATUS_UNKNOWN)
        return "null";
    return apr_psprintf(p, "%" APR_UINT64_T_FMT, (apr_uint64_t)value);
}

static void put_number(request_rec *r, const char *name, uint64_t value)
{
    ap_rprintf(r, ",\"%s\":%s", name, json_number(r->pool, value));
}

static void put_seconds(request_rec *r, const char *name, uint64_t ns)
{
    ap_rprintf(r, ",\"%s\":%s", name, mh_text_seconds(r->pool, ns));
}

static void put_text(request_rec *r, const char *name, const char *text)
{
    ap_rprintf(r, ",\"%s\":%s", name, mh_text_json(r->pool, text));
}

static void put_json_databases(request_rec *r, const char *text)
{
    const apr_array_header_t *list = mh_view_databases(r->pool, text);

    ap_rputs(",\"databases\":[", r);
    for (int i = 0; i < list->nelts; i++) {
        const mh_view_database_t *one = &APR_ARRAY_IDX(list, i,
                                                       mh_view_database_t);

        ap_rprintf(r, "%s{\"driver\":%s", i ? "," : "",
                   mh_text_json(r->pool, one->driver));
        put_text(r, "dsn", one->dsn);
        put_number(r, "connections", one->connections);
        ap_rputs("}", r);
    }
    ap_rputs("]", r);
}

static void put_json_process(request_rec *r, const mh_status_row_t *row)
{
    const mh_status_process_t *process = &row->process;

    ap_rprintf(r, "{\"pid\":%s", json_number(r->pool, process->pid));
    put_text(r, "kind", mh_view_kind(process->kind));
    put_text(r, "state", mh_view_state(process->state));
    put_seconds(r, "age", process->age);
    put_seconds(r, "since", process->since);
    put_number(r, "requests", process->requests);
    put_number(r, "private", process->memory[0]);
    put_number(r, "shared", process->memory[1]);
    put_number(r, "total", process->memory[2]);
    put_seconds(r, "cpu", process->cpu);
    put_text(r, "script", row->script);
    put_text(r, "request", row->about);
    put_text(r, "stack", row->text);
    put_json_databases(r, row->databases);
    ap_rputs("}", r);
}

static void put_json_script(request_rec *r, const mh_status_row_t *row)
{
    const mh_status_script_t *figures = &row->figures;

    ap_rprintf(r, "{\"script\":%s", mh_text_json(r->pool, row->script));
    put_text(r, "mode", mh_view_run_mode(figures->run_mode));
    put_text(r, "why", row->about);
    put_number(r, "runs", figures->runs);
    put_number(r, "errors", figures->errors);
    put_seconds(r, "time", figures->time);
    put_seconds(r, "median", figures->median);
    put_seconds(r, "p99", figures->slowest);
    put_seconds(r, "compile", figures->compile);
    put_number(r, "compilations", figures->compiled);
    put_seconds(r, "cpu", figures->cpu);
    put_number(r, "compiles", figures->behind);
    put_number(r, "memory", figures->memory);
    put_text(r, "last_error", row->text);
    put_seconds(r, "last_error_age", figures->error_age);
    ap_rputs("}", r);
}

static void put_rows(request_rec *r, const char *name,
                     const apr_array_header_t *rows,
                     void (*put)(request_rec *, const mh_status_row_t *))
{
    ap_rprintf(r, ",\n  \"%s\":[", name);
    for (int i = 0; i < rows->nelts; i++) {
        ap_rputs(i ? ",\n    " : "\n    ", r);
        put(r, &APR_ARRAY_IDX(rows, i, mh_status_row_t));
    }
    ap_rputs("]", r);
}

static void put_history(request_rec *r, const mh_status_second_t *history)
{
    static const char *const names[] = { "requests", "errors", "time" };

    ap_rputs(",\n  \"history\":{", r);
    for (int i = 0; i < 3; i++) {
        ap_rprintf(r, "%s\"%s\":[", i ? "," : "", names[i]);
        for (int at = 0; at < MH_STATUS_SECONDS; at++) {
            const mh_status_second_t *second = &history[at];

            ap_rputs(at ? "," : "", r);
            if (i == 2 && second->time)
                ap_rputs(mh_text_seconds(r->pool, second->time), r);
            else
                ap_rputs(json_number(r->pool, i == 2   ? 0
                                              : i == 1 ? second->errors
                                                       : second->requests),
                         r);
        }
        ap_rputs("]", r);
    }
    ap_rputs("}", r);
}

static void put_json_restore(request_rec *r, const mh_status_pool_t *pool)
{
    ap_rprintf(r, ",\n  \"restore\":{\"way\":%s",
               mh_text_json(r->pool, mh_view_restore(pool->restore)));
    put_number(r, "runs", pool->restored.runs);
    put_number(r, "pages", pool->restored.pages);
    put_number(r, "faults", pool->restored.faults);
    put_seconds(r, "time", pool->restored.nanoseconds);
    ap_rputs("}", r);
}

static void put_figures(request_rec *r, const mh_view_part_t *part)
{
    const mh_status_pool_t *pool = &part->figures;

    if (!part->embedded)
        put_seconds(r, "uptime", pool->age);
    put_number(r, "running", pool->running);
    put_number(r, "concurrency", pool->concurrency);
    put_number(r, "waiting", pool->waiting);
    put_number(r, "queue", pool->places);
    put_number(r, "workers", pool->workers);
    put_number(r, "workers_max", pool->workers_most);
    put_number(r, "respawns", pool->respawns);
    if (!part->embedded) {
        put_number(r, "layer", pool->layer);
        put_json_restore(r, pool);
    }
    ap_rputs(",\n  \"counts\":{", r);
    for (int i = 0; i < MH_COUNTS; i++)
        ap_rprintf(r, "%s\"%s\":%s", i ? "," : "", mh_view_counts[i].name,
                   json_number(r->pool, pool->counts[i]));
    ap_rputs("}", r);
}

static void put_json_part(request_rec *r, const mh_view_part_t *part)
{
    ap_rprintf(r, "{\"name\":%s,\"embedded\":%s",
               mh_text_json(r->pool, part->name),
               part->embedded ? "true" : "false");
    put_text(r, "problem", part->wrong);
    if (part->has_pool) {
        put_figures(r, part);
        ap_rputs(",\n  \"modules\":[", r);
        for (int i = 0; i < part->modules->nelts; i++)
            ap_rprintf(r, "%s%s", i ? "," : "",
                       mh_text_json(r->pool,
                                    APR_ARRAY_IDX(part->modules, i, char *)));
        ap_rputs("]", r);
        put_rows(r, "processes", part->processes, put_json_process);
        put_rows(r, "scripts", part->scripts, put_json_script);
        put_history(r, part->history);
    }
    ap_rputs("}", r);
}

void mh_format_json(request_rec *r, const mh_view_t *view)
{
    ap_set_content_type(r, "application/json");
    ap_rprintf(r, "{\"version\":1,\"time\":%.3f,\n\"pools\":[",
               (double)apr_time_now() / 1e6);
    for (int i = 0; i < view->parts->nelts; i++) {
        ap_rputs(i ? ",\n " : "\n ", r);
        put_json_part(r, APR_ARRAY_IDX(view->parts, i, mh_view_part_t *));
    }
    ap_rputs("]}\n", r);
}
