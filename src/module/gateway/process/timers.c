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

void mh_cgi_script_clock_begin(mh_cgi_script_t *script)
{
    const mh_pool_numbers_t *numbers = &script->pool->numbers;
    apr_time_t now = apr_time_now();

    if (numbers->request_timeout)
        script->deadline = now + apr_time_from_sec(
                                     (apr_int64_t)numbers->request_timeout);
    if (numbers->slow && (script->reused || script->leased))
        script->slow_at = now + apr_time_from_msec((apr_int64_t)numbers->slow);
    script->sent = now;
    if (script->reused)
        script->look_at = now + UNREAD_TIME;
}

/* 0 is no time. */
static apr_time_t earlier(apr_time_t one, apr_time_t other)
{
    return !one || (other && other < one) ? other : one;
}

static apr_time_t next_time(const mh_cgi_script_t *script)
{
    return earlier(earlier(script->deadline, script->slow_at), script->look_at);
}

int mh_cgi_script_clock_patience(const mh_cgi_script_t *script, int ms)
{
    apr_time_t next = next_time(script);
    apr_interval_time_t left;

    if (!next)
        return ms;
    left = (next - apr_time_now()) / 1000 + 1;
    if (left < 0)
        left = 0;
    return ms < 0 || left < ms ? (int)left : ms;
}

static void tell(const mh_cgi_script_t *script, mh_wire_type_e type,
                 apr_time_t now)
{
    char data[1024];
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, data, sizeof(data), type, script->id);
    mh_wire_put_string(&writer, MH_TAG_ABOUT,
                       apr_psprintf(script->r->pool, "%.20s %.400s",
                                    script->r->method, script->r->uri));
    mh_wire_put_number(&writer, MH_TAG_TOOK, (uint64_t)(now - script->sent));
    mh_channel_send(script->connection->fd, data, mh_wire_end(&writer), NULL, 0,
                    MSG_DONTWAIT);
}

/* A worker that was stopped, for example, never reads. */
static void look_at_worker(mh_cgi_script_t *script, apr_time_t now)
{
    bool unread = mh_cgi_script_is_queued(script);

    script->look_at = unread ? now + UNREAD_TIME : 0;
    if (unread)
        tell(script, MH_WIRE_UNREAD, now);
}

void mh_cgi_script_clock_look(mh_cgi_script_t *script)
{
    apr_time_t next = next_time(script);
    apr_time_t now = next && script->connection ? apr_time_now() : 0;

    if (now < next || !now)
        return;
    if (next == script->look_at) {
        look_at_worker(script, now);
    } else if (next == script->slow_at) {
        script->slow_at = 0;
        tell(script, MH_WIRE_SLOW, now);
    } else {
        script->deadline = now + AGAIN;
        tell(script, MH_WIRE_OVERDUE, now);
    }
}
