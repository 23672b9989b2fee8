/*
 * end.c - see end.h.
 */
#include "module/gateway/process/end.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "module/gateway/process/part.h"
#include "shared/wire/channel.h"
#include "module/common/message.h"

/* Seconds after which a client should come back. */
#define RETRY_AFTER "2"

/* ns: a script that takes no longer is waited for until it has ended. */
#define SHORT 1000000L

/* Status and text of a refusal without a TEXT. */
typedef struct {
    int status;
    const char *code;
    const char *text;
} refusal_t;

static const refusal_t refusals[] = {
    [MH_REASON_QUEUE_FULL] = { HTTP_SERVICE_UNAVAILABLE, "MH3010",
                               "its queue is full" },
    [MH_REASON_RESOURCES] = { HTTP_SERVICE_UNAVAILABLE, "MH3011",
                              "the system has no more processes or memory" },
    [MH_REASON_START_TIMEOUT] = { HTTP_GATEWAY_TIME_OUT, "MH3012",
                                  "the script took too long to start" },
    [MH_REASON_TIMEOUT] = { HTTP_GATEWAY_TIME_OUT, "MH3013",
                            "the script took too long" },
    [MH_REASON_INVALID] = { HTTP_INTERNAL_SERVER_ERROR, "MH3014",
                            "it could not read the request" },
    [MH_REASON_STOPPING] = { HTTP_SERVICE_UNAVAILABLE, "MH3015",
                             "it is shutting down" },
};

#define REFUSALS (sizeof(refusals) / sizeof(refusals[0]))

int mh_cgi_refuse(request_rec *r, const mh_pool_t *pool,
                  mh_wire_reason_e reason, const char *text, unsigned retry)
{
    const refusal_t *refusal =
        &refusals[reason && reason < REFUSALS ? reason : MH_REASON_INVALID];

    mh_log_about(r, APLOG_ERR,
                 apr_psprintf(r->pool, "pool %s: %s", pool->name, r->filename),
                 apr_pstrcat(r->pool, refusal->code, ": ",
                             text ? text : refusal->text, NULL));
    if (retry && refusal->status == HTTP_SERVICE_UNAVAILABLE)
        apr_table_setn(r->err_headers_out, "Retry-After",
                       apr_psprintf(r->pool, "%u", retry));
    return refusal->status;
}

static int lost(mh_cgi_script_t *script)
{
    mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, script->r,
                  "MH3004: the manager of pool %s ended while it ran %s",
                  script->pool->name, script->r->filename);
    apr_table_setn(script->r->err_headers_out, "Retry-After", RETRY_AFTER);
    return HTTP_SERVICE_UNAVAILABLE;
}

/*
 * The manager has logged the signal, script and request; perl itself reports on
 * stderr that it had no memory left.
 */
static int ended(const mh_cgi_script_t *script)
{
    return WIFSIGNALED(script->status) || script->status & MH_ENDED_NO_MEMORY
               ? HTTP_INTERNAL_SERVER_ERROR
               : OK;
}

void mh_cgi_script_wait_short(mh_cgi_script_t *script)
{
    const struct timespec limit = { .tv_nsec = SHORT };
    struct pollfd place[2] = { { .events = POLLIN }, { .events = POLLIN } };

    if (!script->connection || script->end != MH_SCRIPT_RUNS ||
        script->input.state != MH_INPUT_FINISHED)
        return;
    place[0].fd = script->connection->fd;
    place[1].fd = script->err;
    if (ppoll(place, 2, &limit, NULL) > 0)
        mh_cgi_script_listen(script);
}

int mh_cgi_script_fault(mh_cgi_script_t *script)
{
    if (script->end == MH_SCRIPT_RUNS && !script->alive)
        mh_cgi_script_learn_end(script);
    switch (script->end) {
    case MH_SCRIPT_DONE:
        return ended(script);
    case MH_SCRIPT_REFUSED:
        return mh_cgi_refuse(script->r, script->pool, script->reason,
                             script->text, script->retry);
    case MH_SCRIPT_LOST:
        return lost(script);
    case MH_SCRIPT_RUNS:
        break;
    }
    return OK;
}

bool mh_cgi_script_ran_nowhere(mh_cgi_script_t *script)
{
    /* The pipes of a manager that has gone may end before its connection. */
    if (script->end == MH_SCRIPT_RUNS && script->waits)
        mh_cgi_script_learn_end(script);
    return script->unheard;
}

int mh_cgi_script_unasked(request_rec *r, int error)
{
    switch (error) {
    case EAGAIN:
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case ENOBUFS:
    case ENOSPC:
    case ETOOMANYREFS:
    /* There is no manager now. */
    case EPIPE:
    case ECONNRESET:
        apr_table_setn(r->err_headers_out, "Retry-After", RETRY_AFTER);
        return HTTP_SERVICE_UNAVAILABLE;
    default:
        return HTTP_INTERNAL_SERVER_ERROR;
    }
}

void mh_cgi_script_tell(const mh_cgi_script_t *script)
{
    const char *text = script->lines.text;
    char buffer[8192];
    mh_wire_writer_t writer;
    size_t size;

    if (script->end != MH_SCRIPT_DONE || !script->status || script->serves ||
        !text || !*text)
        return;
    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_SAID, 0);
    mh_wire_put_string(&writer, MH_TAG_SCRIPT, script->r->filename);
    mh_wire_put_number(&writer, MH_TAG_STATUS, (uint64_t)script->status);
    mh_wire_put_string(&writer, MH_TAG_TEXT,
                       script->status & MH_ENDED_UNCOMPILED &&
                               script->lines.first
                           ? script->lines.first
                           : apr_pstrndup(script->r->pool, text, 500));
    size = mh_wire_end(&writer);
    if (size)
        mh_channel_send(script->connection->fd, buffer, size, NULL, 0,
                        MSG_DONTWAIT);
}
