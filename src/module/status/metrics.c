/*
 * metrics.c - the status as OpenMetrics text, which Prometheus reads.
 *
 * All samples of a family stand together, so each family goes over all pools.
 */
#include "module/status/format.h"
#include "module/status/text.h"

/* A figure of a pool; counters are those of pools with scripts. */
typedef struct figure_t {
    const char *name;
    const char *says;
    size_t offset; /* in mh_status_pool_t */
    bool counter;
} figure_t;

#define OFFSET(member) offsetof(mh_status_pool_t, member)

static const figure_t pool_figures[] = {
    { "running", "Requests and compilations now running", OFFSET(running), 0 },
    { "waiting", "Requests now waiting", OFFSET(waiting), 0 },
    { "queue_places", "Limit of waiting requests", OFFSET(places), 0 },
    { "workers", "Workers, or httpd's processes with Perl", OFFSET(workers),
      0 },
    { "workers_max", "Limit of workers", OFFSET(workers_most), 0 },
    { "restored_runs", "Runs of scripts whose memory was restored",
      OFFSET(restored.runs), 1 },
    { "restored_pages", "Pages that were restored", OFFSET(restored.pages), 1 },
    { "restored_faults", "Pages of them that were written to anew",
      OFFSET(restored.faults), 1 },
};

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* Writes the samples of one pool. */
typedef void samples_t(request_rec *r, const mh_view_part_t *part,
                       const char *pool, int number);

static void family(request_rec *r, const char *name, const char *type,
                   const char *unit, const char *says)
{
    ap_rprintf(r, "# TYPE mehari_%s %s\n", name, type);
    if (unit)
        ap_rprintf(r, "# UNIT mehari_%s %s\n", name, unit);
    ap_rprintf(r, "# HELP mehari_%s %s.\n", name, says);
}

static void each(request_rec *r, const mh_view_t *view, samples_t *samples,
                 int number)
{
    for (int i = 0; i < view->parts->nelts; i++) {
        const mh_view_part_t *part = APR_ARRAY_IDX(view->parts, i,
                                                   mh_view_part_t *);

        if (part->has_pool)
            samples(r, part, mh_text_label(r->pool, part->name), number);
    }
}

static void put_figure(request_rec *r, const mh_view_part_t *part,
                       const char *pool, int number)
{
    const figure_t *figure = &pool_figures[number];
    uint64_t value;

    if (figure->counter && part->embedded)
        return;
    memcpy(&value, (const char *)&part->figures + figure->offset,
           sizeof(value));
    ap_rprintf(r, "mehari_%s%s{pool=\"%s\"} %" APR_UINT64_T_FMT "\n",
               figure->name, figure->counter ? "_total" : "", pool,
               (apr_uint64_t)value);
}

static void put_count(request_rec *r, const mh_view_part_t *part,
                      const char *pool, int number)
{
    ap_rprintf(r, "mehari_%s_total{pool=\"%s\"} %" APR_UINT64_T_FMT "\n",
               mh_view_counts[number].name, pool,
               (apr_uint64_t)part->figures.counts[number]);
}

static void put_up(request_rec *r, const mh_view_t *view)
{
    family(r, "up", "gauge", NULL, "Whether the pool's manager answers");
    for (int i = 0; i < view->parts->nelts; i++) {
        const mh_view_part_t *part = APR_ARRAY_IDX(view->parts, i,
                                                   mh_view_part_t *);

        ap_rprintf(r, "mehari_up{pool=\"%s\"} %d\n",
                   mh_text_label(r->pool, part->name), part->has_pool);
    }
}

/* Counts of processes, by kind and state. */
static void put_metric_processes(request_rec *r, const mh_view_part_t *part,
                                 const char *pool, int number)
{
    unsigned count[MH_KINDS][MH_STATES] = { 0 };

    for (int i = 0; i < part->processes->nelts; i++) {
        const mh_status_process_t *process =
            &APR_ARRAY_IDX(part->processes, i, mh_status_row_t).process;

        if (process->kind < MH_KINDS && process->state < MH_STATES)
            count[process->kind][process->state]++;
    }
    for (uint64_t kind = 1; kind < MH_KINDS; kind++)
        for (uint64_t state = 1; state < MH_STATES; state++)
            if (count[kind][state])
                ap_rprintf(r,
                           "mehari_processes{pool=\"%s\",kind=\"%s\","
                           "state=\"%s\"} %u\n",
                           pool, mh_view_kind(kind), mh_view_state(state),
                           count[kind][state]);
}

/* number: index of the part of memory. */
static void put_memory(request_rec *r, const mh_view_part_t *part,
                       const char *pool, int number)
{
    uint64_t sum[MH_KINDS] = { 0 };
    bool known[MH_KINDS] = { false };

    for (int i = 0; i < part->processes->nelts; i++) {
        const mh_status_process_t *process =
            &APR_ARRAY_IDX(part->processes, i, mh_status_row_t).process;
        uint64_t bytes = process->memory[number];

        if (process->kind >= MH_KINDS || bytes == MH_STATUS_UNKNOWN)
            continue;
        sum[process->kind] += bytes;
        known[process->kind] = true;
    }
    for (uint64_t kind = 1; kind < MH_KINDS; kind++)
        if (known[kind])
            ap_rprintf(r,
                       "mehari_memory_%s_bytes{pool=\"%s\",kind=\"%s\"} "
                       "%" APR_UINT64_T_FMT "\n",
                       number ? "resident" : "private", pool,
                       mh_view_kind(kind), (apr_uint64_t)sum[kind]);
}

static void add_databases(request_rec *r, apr_hash_t *sum, const char *text)
{
    const apr_array_header_t *list = mh_view_databases(r->pool, text);

    for (int i = 0; i < list->nelts; i++) {
        const mh_view_database_t *one = &APR_ARRAY_IDX(list, i,
                                                       mh_view_database_t);
        const char *labels = apr_psprintf(r->pool, "driver=\"%s\",dsn=\"%s\"",
                                          mh_text_label(r->pool, one->driver),
                                          mh_text_label(r->pool, one->dsn));
        uint64_t *count = apr_hash_get(sum, labels, APR_HASH_KEY_STRING);

        if (!count) {
            count = apr_pcalloc(r->pool, sizeof(*count));
            apr_hash_set(sum, labels, APR_HASH_KEY_STRING, count);
        }
        *count += one->connections;
    }
}

static void put_metric_databases(request_rec *r, const mh_view_part_t *part,
                                 const char *pool, int number)
{
    apr_hash_t *sum = apr_hash_make(r->pool);

    for (int i = 0; i < part->processes->nelts; i++)
        add_databases(
            r, sum,
            APR_ARRAY_IDX(part->processes, i, mh_status_row_t).databases);
    for (apr_hash_index_t *at = apr_hash_first(r->pool, sum); at;
         at = apr_hash_next(at)) {
        const void *labels;
        void *count;

        apr_hash_this(at, &labels, NULL, &count);
        ap_rprintf(r,
                   "mehari_database_connections{pool=\"%s\",%s} "
                   "%" APR_UINT64_T_FMT "\n",
                   pool, (const char *)labels,
                   (apr_uint64_t) * (uint64_t *)count);
    }
}

static void put_quantile(request_rec *r, const char *labels, const char *part,
                         uint64_t ns)
{
    if (ns != MH_STATUS_UNKNOWN)
        ap_rprintf(r, "mehari_script_duration_seconds{%s,quantile=\"%s\"} %s\n",
                   labels, part, mh_text_seconds(r->pool, ns));
}

enum { ERRORS, COMPILE, COMPILATIONS, RUNS };

static void put_metric_script(request_rec *r, const char *labels,
                              const mh_status_script_t *script, int number)
{
    switch (number) {
    case ERRORS:
        ap_rprintf(r, "mehari_script_errors_total{%s} %" APR_UINT64_T_FMT "\n",
                   labels, (apr_uint64_t)script->errors);
        break;
    case COMPILE:
        if (script->compile != MH_STATUS_UNKNOWN)
            ap_rprintf(r, "mehari_script_compile_seconds{%s} %s\n", labels,
                       mh_text_seconds(r->pool, script->compile));
        break;
    case COMPILATIONS:
        ap_rprintf(r,
                   "mehari_script_compilations_total{%s} %" APR_UINT64_T_FMT
                   "\n",
                   labels, (apr_uint64_t)script->compiled);
        break;
    default:
        put_quantile(r, labels, "0.5", script->median);
        put_quantile(r, labels, "0.99", script->slowest);
        ap_rprintf(r,
                   "mehari_script_duration_seconds_count{%s} "
                   "%" APR_UINT64_T_FMT "\n"
                   "mehari_script_duration_seconds_sum{%s} %s\n",
                   labels, (apr_uint64_t)script->runs, labels,
                   mh_text_seconds(r->pool, script->time));
    }
}

static void put_metric_scripts(request_rec *r, const mh_view_part_t *part,
                               const char *pool, int number)
{
    for (int i = 0; i < part->scripts->nelts; i++) {
        const mh_status_row_t *row = &APR_ARRAY_IDX(part->scripts, i,
                                                    mh_status_row_t);
        const char *labels =
            apr_psprintf(r->pool, "pool=\"%s\",script=\"%s\",mode=\"%s\"", pool,
                         mh_text_label(r->pool, row->script),
                         mh_view_run_mode(row->figures.run_mode));

        put_metric_script(r, labels, &row->figures, number);
    }
}

/* number: the time, or (0) the tracker. */
static void put_metric_restore(request_rec *r, const mh_view_part_t *part,
                               const char *pool, int number)
{
    const mh_status_pool_t *figures = &part->figures;

    if (part->embedded)
        return;
    if (number)
        ap_rprintf(r, "mehari_restored_seconds_total{pool=\"%s\"} %s\n", pool,
                   mh_text_seconds(r->pool, figures->restored.nanoseconds));
    else
        ap_rprintf(r, "mehari_restore{pool=\"%s\",way=\"%s\"} 1\n", pool,
                   mh_view_restore(figures->restore));
}

/* Other families of samples. */
static const struct {
    const char *name;
    const char *type;
    const char *unit;
    const char *says;
    samples_t *samples;
    int number;
} families[] = {
    { "restore", "gauge", NULL, "How the memory of scripts is restored",
      put_metric_restore, 0 },
    { "restored_seconds", "counter", "seconds", "Time of restoring memory",
      put_metric_restore, 1 },
    { "processes", "gauge", NULL, "Processes by kind and state",
      put_metric_processes, 0 },
    { "memory_private_bytes", "gauge", "bytes",
      "Memory that no other process has, of known processes", put_memory, 0 },
    { "memory_resident_bytes", "gauge", "bytes",
      "Resident memory, each process for itself", put_memory, 2 },
    { "database_connections", "gauge", NULL,
      "Connections of DBI that processes hold", put_metric_databases, 0 },
    { "script_errors", "counter", NULL, "Runs of a script that failed",
      put_metric_scripts, ERRORS },
    { "script_compile_seconds", "gauge", "seconds",
      "Time of a script's last compilation", put_metric_scripts, COMPILE },
    { "script_compilations", "counter", NULL,
      "How many times a script has been compiled, in all processes",
      put_metric_scripts, COMPILATIONS },
    { "script_duration_seconds", "summary", "seconds",
      "Time of the runs of a script", put_metric_scripts, RUNS },
};

void mh_format_metrics(request_rec *r, const mh_view_t *view)
{
    ap_set_content_type(
        r, "application/openmetrics-text; version=1.0.0; charset=utf-8");
    put_up(r, view);
    for (int i = 0; i < COUNT(pool_figures); i++) {
        family(r, pool_figures[i].name,
               pool_figures[i].counter ? "counter" : "gauge", NULL,
               pool_figures[i].says);
        each(r, view, put_figure, i);
    }
    for (int i = 0; i < MH_COUNTS; i++) {
        family(r, mh_view_counts[i].name, "counter", NULL,
               mh_view_counts[i].says);
        each(r, view, put_count, i);
    }
    for (int i = 0; i < COUNT(families); i++) {
        family(r, families[i].name, families[i].type, families[i].unit,
               families[i].says);
        each(r, view, families[i].samples, families[i].number);
    }
    ap_rputs("# EOF\n", r);
}
