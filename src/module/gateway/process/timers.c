/*
 * timers.c - see part.h: time limits of a worker's request. The
 * manager has a timer for it until the worker reports that it stays with httpd.
 * That report may come early: then only httpd knows that the request goes on.
 */
#include "module/gateway/process/part.h"

#include "shared/wire/channel.h"

/* A report is repeated, because the manager may have used its own timer. */
#define AGAIN apr_time_from_sec(1)
/* A worker on lease waits for its request, so it reads it at once. */
#define UNREAD_TIME apr_time_from_sec(1)

static bool is_reused(const mh_process_t *process)
{
    return process->worker && process->worker->reused;
}

void mh_process_clock_begin(mh_process_t *process)
{
    const mh_pool_numbers_t *numbers = &process->pool->numbers;
    apr_time_t now = apr_time_now();

    if (numbers->request_timeout)
        process->deadline = now + apr_time_from_sec(
                                      (apr_int64_t)numbers->request_timeout);
    if (numbers->slow && (is_reused(process) || mh_process_is_leased(process)))
        process->slow_at = now + apr_time_from_msec((apr_int64_t)numbers->slow);
    process->sent = now;
    if (is_reused(process))
        process->worker->look_at = now + UNREAD_TIME;
}

/* The earlier time; 0 is no time. */
static apr_time_t earlier(apr_time_t one, apr_time_t other)
{
    return !one || (other && other < one) ? other : one;
}

static apr_time_t next_time(const mh_process_t *process)
{
    apr_time_t look_at = process->worker ? process->worker->look_at : 0;

    return earlier(earlier(process->deadline, process->slow_at), look_at);
}

int mh_process_clock_patience(const mh_process_t *process, int ms)
{
    apr_time_t next = next_time(process);
    apr_interval_time_t left;

    if (!next)
        return ms;
    left = (next - apr_time_now()) / 1000 + 1;
    if (left < 0)
        left = 0;
    return ms < 0 || left < ms ? (int)left : ms;
}

static void tell(const mh_process_t *process, mh_wire_late_e late,
                 apr_time_t now)
{
    uint32_t ran = (uint32_t)(now - process->sent);
    char data[1024];
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, data, sizeof(data), MH_WIRE_LATE, process->id);
    mh_wire_put_number(&writer, MH_TAG_REASON, late);
    mh_wire_put_string(&writer, MH_TAG_ABOUT,
                       apr_psprintf(process->r->pool, "%.20s %.400s",
                                    process->r->method, process->r->uri));
    mh_wire_put(&writer, MH_TAG_RAN, &ran, sizeof(ran));
    mh_channel_send(process->connection->fd, data, mh_wire_end(&writer), NULL,
                    0, MSG_DONTWAIT);
}

/* A worker that was stopped, for example, never reads. */
static void look_at_worker(mh_process_t *process, apr_time_t now)
{
    bool unread = mh_process_is_queued(process);

    process->worker->look_at = unread ? now + UNREAD_TIME : 0;
    if (unread)
        tell(process, MH_LATE_UNREAD, now);
}

void mh_process_clock_look(mh_process_t *process)
{
    apr_time_t next = next_time(process);
    apr_time_t now = next && process->connection ? apr_time_now() : 0;

    if (now < next || !now)
        return;
    if (process->worker && next == process->worker->look_at) {
        look_at_worker(process, now);
    } else if (next == process->slow_at) {
        process->slow_at = 0;
        tell(process, MH_LATE_SLOW, now);
    } else {
        process->deadline = now + AGAIN;
        tell(process, MH_LATE_OVERDUE, now);
    }
}
