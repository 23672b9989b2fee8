/*
 * view.c - see view.h.
 */
#include "module/status/view.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "module/gateway/pools/pool_connection.h"
#include "module/gateway/pools/manager_process.h"
#include "module/gateway/pools/pool_config.h"
#include "module/gateway/process/request_message.h"
#include "shared/wire/channel.h"
#include "module/common/message.h"

/* Time for all managers together. */
#define PATIENCE apr_time_from_sec(2)

const mh_view_count_t mh_view_counts[MH_COUNTS] = {
    [MH_COUNT_REQUESTS] = { "requests", "Requests that were run" },
    [MH_COUNT_ERRORS] = { "errors", "Requests that failed" },
    [MH_COUNT_REFUSED] = { "refused", "Refused because the queue was full" },
    [MH_COUNT_UNSERVED] = { "unserved",
                            "Not run, because there was no process" },
    [MH_COUNT_TIMEOUTS] = { "timeouts", "Ended because they ran too long" },
    [MH_COUNT_SLOW_STARTS] = { "slow_starts", "Took too long to compile" },
    [MH_COUNT_CRASHES] = { "crashes", "Processes that a signal ended" },
    [MH_COUNT_CANCELLED] = { "cancelled", "Cancelled by the client" },
    [MH_COUNT_FORKED] = { "forked", "Processes forked for requests" },
    [MH_COUNT_EXECUTED] = { "executed", "Programs executed" },
    [MH_COUNT_COMPILED] = { "compiled", "Scripts compiled ahead" },
    [MH_COUNT_LOST] = { "lost", "Bases and zygotes that died" },
};

static const char *word(const char *const *words, size_t count, uint64_t at)
{
    return at < count && words[at] ? words[at] : "unknown";
}

const char *mh_view_kind(uint64_t kind)
{
    static const char *const words[MH_KINDS] = {
        [MH_KIND_MANAGER] = "manager",         [MH_KIND_BASE] = "base",
        [MH_KIND_ZYGOTE] = "zygote",           [MH_KIND_CHILD] = "child",
        [MH_KIND_TEMPLATE] = "template",       [MH_KIND_PROGRAM] = "program",
        [MH_KIND_WORKER_BASE] = "worker base", [MH_KIND_WORKER] = "worker",
        [MH_KIND_HTTPD] = "httpd child",
    };

    return word(words, MH_KINDS, kind);
}

const char *mh_view_state(uint64_t state)
{
    static const char *const words[MH_STATES] = {
        [MH_STATE_READY] = "ready",
        [MH_STATE_BUSY] = "busy",
        [MH_STATE_STARTING] = "starting",
        [MH_STATE_ENDING] = "ending",
    };

    return word(words, MH_STATES, state);
}

const char *mh_view_run_mode(uint64_t mode)
{
    static const char *const words[MH_RUN_MODES] = {
        [MH_RUN_MODE_EXEC] = "exec",
        [MH_RUN_MODE_SHARED] = "perl-cgi",
        [MH_RUN_MODE_UNSHARED] = "unshared",
        [MH_RUN_MODE_PERSISTENT] = "persistent",
    };

    return word(words, MH_RUN_MODES, mode);
}

const char *mh_view_restore(uint64_t way)
{
    static const char *const words[MH_RESTORED_WAYS] = {
        [MH_RESTORED_UFFD] = "uffd",
        [MH_RESTORED_SOFT_DIRTY] = "soft-dirty",
        [MH_RESTORED_COMPARE] = "compare",
        [MH_RESTORED_FORK] = "fork",
    };

    return word(words, MH_RESTORED_WAYS, way);
}

mh_view_part_t *mh_view_part(request_rec *r, const char *name)
{
    mh_view_part_t *part = apr_pcalloc(r->pool, sizeof(*part));

    part->name = name;
    part->processes = apr_array_make(r->pool, 16, sizeof(mh_status_row_t));
    part->scripts = apr_array_make(r->pool, 16, sizeof(mh_status_row_t));
    part->modules = apr_array_make(r->pool, 4, sizeof(char *));
    return part;
}

/* --- asking ------------------------------------------------------------- */

/* The manager of an idle connection may have gone. */
static mh_pool_connection_t *ask(mh_pool_t *pool, uint32_t id, pid_t asked)
{
    char buffer[64];
    mh_wire_writer_t writer;
    mh_pool_connection_t *connection = mh_pool_connection_take(pool, NULL);
    bool fresh = !connection || connection->fresh;
    size_t size;

    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_STATUS, id);
    if (asked)
        mh_wire_put_number(&writer, MH_TAG_PID, (uint64_t)asked);
    size = mh_wire_end(&writer);
    while (connection) {
        if (!mh_channel_send(connection->fd, buffer, size, NULL, 0,
                             MSG_DONTWAIT))
            return connection;
        mh_pool_connection_close(connection);
        connection = fresh ? NULL : mh_pool_connection_new(pool, NULL);
        fresh = true;
    }
    return NULL;
}

/* --- answers ------------------------------------------------------------ */

static void take_pool(mh_view_part_t *part, const mh_status_row_t *row)
{
    part->has_pool = true;
    part->figures = row->pool;
    if (row->history)
        memcpy(part->history, row->history, sizeof(part->history));
    for (const char *at = mh_wire_next(&row->modules, NULL); at;
         at = mh_wire_next(&row->modules, at))
        APR_ARRAY_PUSH(part->modules, const char *) = at;
}

static const char *take_rows(mh_view_part_t *part, const char *data,
                             size_t size)
{
    for (int i = 0; i <= MH_STATUS_ROWS; i++) {
        mh_status_row_t row;
        size_t length;
        const char *why = mh_wire_status_read(data, size, &row, &length);

        if (why || !length)
            return why;
        if (row.kind == MH_ROW_POOL)
            take_pool(part, &row);
        else if (row.kind == MH_ROW_PROCESS)
            APR_ARRAY_PUSH(part->processes, mh_status_row_t) = row;
        else
            APR_ARRAY_PUSH(part->scripts, mh_status_row_t) = row;
        data += length;
        size -= length;
    }
    return "too many rows";
}

static apr_status_t free_data(void *data)
{
    free(data);
    return APR_SUCCESS;
}

static const char *take_file(request_rec *r, mh_view_part_t *part, int fd)
{
    char *data;
    size_t size;

    if (mh_channel_read_memory(fd, &data, &size))
        return "its manager's answer cannot be read";
    apr_pool_cleanup_register(r->pool, data, free_data, apr_pool_cleanup_null);
    return take_rows(part, data, size);
}

static const char *take_answer(request_rec *r, mh_view_part_t *part,
                               mh_channel_packet_t *packet)
{
    const char *text;

    if (packet->message.type == MH_WIRE_STATUS)
        return packet->fd_count == 1 ? take_file(r, part, packet->fds[0])
                                     : "its manager's answer is malformed";
    text = mh_wire_string(&packet->message, MH_TAG_TEXT);
    return text ? apr_pstrdup(r->pool, text) : "its manager refuses to answer";
}

/*
 * Notices of the pool come before the answer. So may a late answer about the
 * request that this connection carried before, because httpd learns the end of
 * a run from its note: that answer has another id.
 */
static bool is_answer(request_rec *r, const char *pool, uint32_t id,
                      const mh_wire_message_t *message)
{
    const char *text = mh_wire_string(message, MH_TAG_TEXT);

    if (message->type == MH_WIRE_NOTICE && text)
        mh_log_about(r, APLOG_NOTICE, apr_pstrcat(r->pool, "pool ", pool, NULL),
                     text);
    return message->id == id && (message->type == MH_WIRE_STATUS ||
                                 message->type == MH_WIRE_REFUSED);
}

static bool wait_for(int fd, apr_time_t end)
{
    struct pollfd place = { .fd = fd, .events = POLLIN };
    apr_interval_time_t left = end - apr_time_now();

    return left > 0 && poll(&place, 1, (int)(left / 1000) + 1) > 0;
}

/* Returns the connection, or closes it. */
static const char *hear(request_rec *r, mh_view_part_t *part,
                        mh_pool_connection_t *connection, uint32_t id,
                        apr_time_t end)
{
    mh_channel_packet_t packet;
    const char *why = "its manager does not answer";

    while (wait_for(connection->fd, end)) {
        if (mh_channel_receive(connection->fd, &packet, MSG_DONTWAIT) ||
            !packet.size) {
            why = "its manager has just ended; a new one starts";
            break;
        }
        if (!is_answer(r, part->name, id, &packet.message)) {
            mh_channel_drop(&packet);
            continue;
        }
        why = take_answer(r, part, &packet);
        mh_channel_drop(&packet);
        mh_pool_connection_give(connection);
        return why;
    }
    mh_pool_connection_close(connection);
    return why;
}

static int busier(const void *one, const void *other)
{
    uint64_t a = ((const mh_status_row_t *)one)->figures.time;
    uint64_t b = ((const mh_status_row_t *)other)->figures.time;

    return a < b ? 1 : a > b ? -1 : 0;
}

static void add_pools(request_rec *r, mh_view_t *view)
{
    const apr_array_header_t *pools = mh_pools();
    mh_pool_connection_t **asked = apr_pcalloc(
        r->pool, (apr_size_t)pools->nelts * sizeof(mh_pool_connection_t *));
    uint32_t id = mh_request_message_id();
    apr_time_t end = apr_time_now() + PATIENCE;

    for (int i = 0; i < pools->nelts; i++) {
        mh_pool_t *pool = APR_ARRAY_IDX(pools, i, mh_pool_t *);

        if (pool->manager)
            asked[i] = ask(pool, id, view->asked);
    }
    for (int i = 0; i < pools->nelts; i++) {
        mh_pool_t *pool = APR_ARRAY_IDX(pools, i, mh_pool_t *);
        mh_view_part_t *part = mh_view_part(r, pool->name);
        unsigned deaths = 0;

        if (pool->manager)
            deaths = mh_manager_process_deaths(pool);
        part->wrong = asked[i] ? hear(r, part, asked[i], id, end)
                               : "its manager is not running";
        part->figures.respawns = deaths;
        APR_ARRAY_PUSH(view->parts, mh_view_part_t *) = part;
    }
}

mh_view_t *mh_view(request_rec *r, pid_t asked)
{
    mh_view_t *view = apr_pcalloc(r->pool, sizeof(*view));
    mh_view_part_t *embedded;

    view->asked = asked;
    view->parts = apr_array_make(r->pool, 4, sizeof(mh_view_part_t *));
    add_pools(r, view);
    embedded = mh_view_embedded(r, asked);
    if (embedded)
        APR_ARRAY_PUSH(view->parts, mh_view_part_t *) = embedded;
    for (int i = 0; i < view->parts->nelts; i++) {
        mh_view_part_t *part = APR_ARRAY_IDX(view->parts, i, mh_view_part_t *);

        qsort(part->scripts->elts, (size_t)part->scripts->nelts,
              sizeof(mh_status_row_t), busier);
    }
    return view;
}

/* A malformed line ends the list. */
apr_array_header_t *mh_view_databases(apr_pool_t *p, const char *text)
{
    apr_array_header_t *list = apr_array_make(p, 2, sizeof(mh_view_database_t));
    char *rest = text ? apr_pstrdup(p, text) : NULL;
    char *line;

    while (rest && (line = apr_strtok(rest, "\n", &rest))) {
        mh_view_database_t database = {
            .connections = strtoull(line, &line, 10),
        };
        char *dsn = *line == '\t' ? strchr(line + 1, '\t') : NULL;

        if (!dsn)
            break;
        *dsn = '\0';
        database.driver = line + 1;
        database.dsn = dsn + 1;
        APR_ARRAY_PUSH(list, mh_view_database_t) = database;
    }
    return list;
}
