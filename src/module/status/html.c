/*
 * html.c - the status as a page. All texts but our own words are escaped.
 */
#include "module/status/format.h"

#include "apr_escape.h"

#include "module/status/text.h"

#define UNKNOWN "\342\200\223"

static const char *esc(request_rec *r, const char *text)
{
    return mh_text_html(r->pool, text);
}

static const char *number(request_rec *r, uint64_t value)
{
    if (value == MH_STATUS_UNKNOWN)
        return UNKNOWN;
    return apr_psprintf(r->pool, "%" APR_UINT64_T_FMT, (apr_uint64_t)value);
}

/* --- tiles -------------------------------------------------------------- */

static void tile(request_rec *r, const char *name, const char *value,
                 const char *of, bool bad)
{
    ap_rprintf(r, "<div%s><dt>%s</dt><dd>%s%s%s%s</dd></div>\n",
               bad ? " class=\"bad\"" : "", name, value, of ? " <small>" : "",
               of ? of : "", of ? "</small>" : "");
}

static const char *out_of(request_rec *r, uint64_t most)
{
    return most ? apr_psprintf(r->pool, "of %s", number(r, most)) : NULL;
}

/* Average over all runs so far. */
static const char *per_run(request_rec *r, const mh_wire_restored_t *restored)
{
    uint64_t runs = restored->runs;

    if (!runs)
        return NULL;
    return apr_psprintf(r->pool, "%s pages, %s a run",
                        number(r, (restored->pages + runs / 2) / runs),
                        mh_text_time(r->pool, restored->nanoseconds / runs));
}

static void put_pool_tiles(request_rec *r, const mh_status_pool_t *pool)
{
    tile(r, "Waiting", number(r, pool->waiting), out_of(r, pool->places),
         pool->waiting > pool->places / 2);
    tile(r, "Time-outs", number(r, pool->counts[MH_COUNT_TIMEOUTS]), NULL,
         pool->counts[MH_COUNT_TIMEOUTS]);
    tile(r, "Refused", number(r, pool->counts[MH_COUNT_REFUSED]), NULL,
         pool->counts[MH_COUNT_REFUSED]);
    tile(r, "Crashes", number(r, pool->counts[MH_COUNT_CRASHES]), NULL,
         pool->counts[MH_COUNT_CRASHES]);
    tile(r, "Respawns", number(r, pool->respawns + pool->counts[MH_COUNT_LOST]),
         NULL, pool->respawns + pool->counts[MH_COUNT_LOST]);
    tile(r, "Restored by", mh_view_restore(pool->restore),
         per_run(r, &pool->restored), false);
    if (pool->layer)
        tile(r, "Modules", mh_text_size(r->pool, pool->layer),
             "shared by all scripts", false);
    tile(r, "Up", mh_text_time(r->pool, pool->age), NULL, false);
}

static void put_tiles(request_rec *r, const mh_view_part_t *part)
{
    const mh_status_pool_t *pool = &part->figures;

    ap_rputs("<dl class=\"tiles\">\n", r);
    tile(r, "Requests", number(r, pool->counts[MH_COUNT_REQUESTS]), NULL,
         false);
    tile(r, "Errors", number(r, pool->counts[MH_COUNT_ERRORS]), NULL,
         pool->counts[MH_COUNT_ERRORS]);
    tile(r, "Running", number(r, pool->running), out_of(r, pool->concurrency),
         false);
    if (pool->workers || part->embedded)
        tile(r, part->embedded ? "Processes" : "Workers",
             number(r, pool->workers), out_of(r, pool->workers_most), false);
    if (!part->embedded)
        put_pool_tiles(r, pool);
    ap_rputs("</dl>\n", r);
}

/* --- tables ------------------------------------------------------------- */

/* A table wider than the window scrolls, by keyboard, too. */
static void put_heads(request_rec *r, const char *label,
                      const char *const *heads, int count, int numbers)
{
    ap_rprintf(r,
               "<div class=\"card\" role=\"region\" tabindex=\"0\" "
               "aria-label=\"%s\"><table>\n<thead><tr>",
               label);
    for (int i = 0; i < count; i++)
        ap_rprintf(r, "<th scope=\"col\"%s>%s</th>",
                   i >= numbers ? " class=\"n\"" : "", heads[i]);
    ap_rputs("</tr></thead>\n<tbody>\n", r);
}

static void cell(request_rec *r, const char *text)
{
    ap_rprintf(r, "<td class=\"n\">%s</td>", text);
}

static void put_task(request_rec *r, const mh_status_row_t *row)
{
    ap_rputs("<td class=\"name\">", r);
    if (row->about)
        ap_rprintf(r, "<code>%s</code>", esc(r, row->about));
    if (row->script)
        ap_rprintf(r, "<small>%s</small>", esc(r, row->script));
    ap_rputs("</td>", r);
}

static void put_process(request_rec *r, const mh_status_row_t *row)
{
    const mh_status_process_t *process = &row->process;
    const char *state = mh_view_state(process->state);
    const char *pid = number(r, process->pid);

    ap_rprintf(r,
               "<tr><th scope=\"row\"><a href=\"?pid=%s\">%s</a></th>"
               "<td class=\"state\">%s</td><td class=\"state %s\">%s</td>",
               pid, pid, mh_view_kind(process->kind), state, state);
    put_task(r, row);
    cell(r, mh_text_time(r->pool, process->since));
    cell(r, number(r, process->requests));
    for (int i = 0; i < 3; i++)
        cell(r, mh_text_size(r->pool, process->memory[i]));
    cell(r, mh_text_time(r->pool, process->cpu));
    cell(r, mh_text_time(r->pool, process->age));
    ap_rputs("</tr>\n", r);
}

static void put_processes(request_rec *r, const mh_view_part_t *part)
{
    static const char *const heads[] = {
        "Process", "Kind",   "State", "Request", "In this state", "Requests",
        "Private", "Shared", "Total", "CPU",     "Age",
    };

    if (!part->processes->nelts)
        return;
    ap_rprintf(r, "<h3>Processes <small>%d</small></h3>\n",
               part->processes->nelts);
    put_heads(r, "Processes", heads, 11, 4);
    for (int i = 0; i < part->processes->nelts; i++)
        put_process(r, &APR_ARRAY_IDX(part->processes, i, mh_status_row_t));
    ap_rputs("</tbody></table></div>\n", r);
}

static void put_databases_of(request_rec *r, const mh_status_row_t *row)
{
    const apr_array_header_t *list = mh_view_databases(r->pool, row->databases);
    const char *pid = number(r, row->process.pid);

    for (int i = 0; i < list->nelts; i++) {
        const mh_view_database_t *one = &APR_ARRAY_IDX(list, i,
                                                       mh_view_database_t);

        ap_rprintf(r,
                   "<tr><th scope=\"row\"><a href=\"?pid=%s\">%s</a></th>"
                   "<td>%s</td><td class=\"name\"><code>%s</code></td>",
                   pid, pid, esc(r, one->driver), esc(r, one->dsn));
        cell(r, number(r, one->connections));
        ap_rputs("</tr>\n", r);
    }
}

static bool has_databases(const mh_view_part_t *part)
{
    for (int i = 0; i < part->processes->nelts; i++) {
        const char *text =
            APR_ARRAY_IDX(part->processes, i, mh_status_row_t).databases;

        if (text && *text)
            return true;
    }
    return false;
}

static void put_databases(request_rec *r, const mh_view_part_t *part)
{
    static const char *const heads[] = { "Process", "Driver", "Database",
                                         "Connections" };

    if (!has_databases(part))
        return;
    ap_rputs("<h3>Connections to databases</h3>\n", r);
    put_heads(r, "Connections to databases", heads, 4, 3);
    for (int i = 0; i < part->processes->nelts; i++)
        put_databases_of(r,
                         &APR_ARRAY_IDX(part->processes, i, mh_status_row_t));
    ap_rputs("</tbody></table></div>\n", r);
}

static void put_error(request_rec *r, const mh_status_row_t *row)
{
    ap_rputs("<td class=\"name\">", r);
    if (row->text)
        ap_rprintf(r, "<span class=\"error\">%s</span> <small>%s ago</small>",
                   esc(r, row->text),
                   mh_text_time(r->pool, row->figures.error_age));
    ap_rputs("</td>", r);
}

static const char *kilobytes(request_rec *r, uint64_t bytes)
{
    if (bytes == MH_STATUS_UNKNOWN)
        return number(r, bytes);
    return apr_psprintf(r->pool, "%.0f kB", (double)bytes / 1024);
}

static void put_script(request_rec *r, const mh_status_row_t *row)
{
    const mh_status_script_t *figures = &row->figures;

    ap_rprintf(r, "<tr><th scope=\"row\" class=\"name\"><code>%s</code>",
               esc(r, row->script));
    if (figures->memory != MH_STATUS_UNKNOWN)
        ap_rprintf(r, "<small>%s of its own</small>",
                   mh_text_size(r->pool, figures->memory));
    ap_rputs("</th>", r);
    ap_rprintf(r, "<td class=\"name\">%s<small>%s</small></td>",
               mh_view_run_mode(figures->run_mode), esc(r, row->about));
    put_error(r, row);
    cell(r, number(r, figures->runs));
    cell(r, number(r, figures->errors));
    cell(r, mh_text_time(r->pool, figures->median));
    cell(r, mh_text_time(r->pool, figures->slowest));
    cell(r, mh_text_time(r->pool, figures->compile));
    cell(r, number(r, figures->compiled));
    cell(r, mh_text_time(r->pool, figures->cpu));
    cell(r, kilobytes(r, figures->behind));
    ap_rputs("</tr>\n", r);
}

static void put_scripts(request_rec *r, const mh_view_part_t *part)
{
    static const char *const heads[] = {
        "Script",
        "Mode",
        "Last error",
        "Runs",
        "Errors",
        "Median",
        "99th percentile",
        "Compile time",
        "Compilations",
        "CPU per request",
        "Compiled per request",
    };

    if (!part->scripts->nelts)
        return;
    ap_rprintf(r, "<h3>Scripts <small>%d</small></h3>\n", part->scripts->nelts);
    put_heads(r, "Scripts", heads, 11, 3);
    for (int i = 0; i < part->scripts->nelts; i++)
        put_script(r, &APR_ARRAY_IDX(part->scripts, i, mh_status_row_t));
    ap_rputs("</tbody></table></div>\n", r);
}

/* --- details to open ---------------------------------------------------- */

static void put_counts(request_rec *r, const mh_view_part_t *part)
{
    ap_rprintf(r,
               "<details id=\"counts-%s\"><summary>Counted since the start"
               "</summary>\n<div class=\"card\"><table>\n"
               "<thead><tr><th scope=\"col\">What</th>"
               "<th scope=\"col\" class=\"n\">How often</th></tr></thead>\n"
               "<tbody>\n",
               esc(r, part->name));
    for (int i = 0; i < MH_COUNTS; i++)
        ap_rprintf(r,
                   "<tr><th scope=\"row\">%s</th><td class=\"n\">%s</td>"
                   "</tr>\n",
                   mh_view_counts[i].says, number(r, part->figures.counts[i]));
    ap_rputs("</tbody></table></div></details>\n", r);
}

static void put_modules(request_rec *r, const mh_view_part_t *part)
{
    if (!part->modules->nelts)
        return;
    ap_rprintf(r,
               "<details id=\"modules-%s\"><summary>Loaded ahead: %d"
               "</summary>\n<ul>",
               esc(r, part->name), part->modules->nelts);
    for (int i = 0; i < part->modules->nelts; i++)
        ap_rprintf(r, "<li><code>%s</code></li>",
                   esc(r, APR_ARRAY_IDX(part->modules, i, char *)));
    ap_rputs("</ul></details>\n", r);
}

static void put_part(request_rec *r, const mh_view_part_t *part)
{
    ap_rputs("<section>\n<h2>", r);
    if (part->embedded)
        ap_rputs("httpd <small>embedded Perl</small>", r);
    else
        ap_rprintf(r, "Pool %s", esc(r, part->name));
    ap_rputs("</h2>\n", r);
    if (part->wrong)
        ap_rprintf(r, "<p class=\"message\">%s</p>\n", esc(r, part->wrong));
    if (part->has_pool) {
        put_tiles(r, part);
        mh_chart(r, part);
        put_scripts(r, part);
        put_processes(r, part);
        put_databases(r, part);
        if (!part->embedded)
            put_counts(r, part);
        put_modules(r, part);
    }
    ap_rputs("</section>\n", r);
}

/* --- a process's own page ----------------------------------------------- */

static const mh_status_row_t *find(const mh_view_part_t *part, pid_t pid)
{
    for (int i = 0; i < part->processes->nelts; i++) {
        const mh_status_row_t *row = &APR_ARRAY_IDX(part->processes, i,
                                                    mh_status_row_t);

        if (row->process.pid == (uint64_t)pid)
            return row;
    }
    return NULL;
}

static void put_stack(request_rec *r, const mh_status_row_t *row)
{
    ap_rputs("<h3>Perl stack <small>innermost first</small></h3>\n", r);
    if (row->text)
        ap_rprintf(r,
                   "<div class=\"card\" role=\"region\" tabindex=\"0\" "
                   "aria-label=\"Perl stack\"><pre class=\"stack\">%s</pre>"
                   "</div>\n",
                   esc(r, row->text));
    else
        ap_rputs("<p class=\"dim\">It is not running Perl code of a request "
                 "now.</p>\n",
                 r);
}

static bool put_found(request_rec *r, mh_view_part_t *part, pid_t pid)
{
    const mh_status_row_t *row = find(part, pid);
    mh_view_part_t one = *part;

    if (!row)
        return false;
    one.processes = apr_array_make(r->pool, 1, sizeof(*row));
    APR_ARRAY_PUSH(one.processes, mh_status_row_t) = *row;
    ap_rprintf(r, "<h2>Process %d <small>%s</small></h2>\n", (int)pid,
               part->embedded
                   ? "embedded Perl"
                   : apr_pstrcat(r->pool, "pool ", esc(r, part->name), NULL));
    put_processes(r, &one);
    put_databases(r, &one);
    put_stack(r, row);
    return true;
}

static void put_one(request_rec *r, const mh_view_t *view)
{
    bool found = false;

    for (int i = 0; i < view->parts->nelts && !found; i++)
        found = put_found(r, APR_ARRAY_IDX(view->parts, i, mh_view_part_t *),
                          view->asked);
    if (!found)
        ap_rprintf(
            r,
            "<p class=\"message\">Process %d is not one of mehari's, or has "
            "ended.</p>\n",
            (int)view->asked);
}

/* ------------------------------------------------------------------------ */

static const char *make_nonce(apr_pool_t *p)
{
    unsigned char bytes[16];

    ap_random_insecure_bytes(bytes, sizeof(bytes));
    return apr_pescape_hex(p, bytes, sizeof(bytes), 0);
}

static void put_header(request_rec *r, const mh_view_t *view)
{
    char now[APR_RFC822_DATE_LEN];

    apr_rfc822_date(now, apr_time_now());
    ap_rprintf(r,
               "<header>\n<h1>mehari status</h1>\n"
               "<p class=\"dim\">%s, %s</p>\n<nav>%s"
               "<a href=\"?format=json\">JSON</a>"
               "<a href=\"?format=openmetrics\">OpenMetrics</a></nav>\n"
               "</header>\n",
               esc(r, ap_get_server_name(r)), now,
               view->asked ? "<a href=\"?\">All processes</a>" : "");
}

void mh_format_html(request_rec *r, const mh_view_t *view)
{
    const char *nonce = make_nonce(r->pool);

    mh_page_begin(r, "mehari status", nonce);
    ap_rputs("<main>\n", r);
    put_header(r, view);
    if (view->asked)
        put_one(r, view);
    for (int i = 0; !view->asked && i < view->parts->nelts; i++)
        put_part(r, APR_ARRAY_IDX(view->parts, i, mh_view_part_t *));
    ap_rputs("</main>\n", r);
    mh_page_end(r, nonce);
}
