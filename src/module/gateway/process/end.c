/*
 * end.c - see end.h.
 */
#include "module/gateway/process/end.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>

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

int mh_process_refuse(request_rec *r, const mh_pool_t *pool,
                      mh_wire_reason_e reason, const char *text)
{
    const refusal_t *refusal =
        &refusals[reason && reason < REFUSALS ? reason : MH_REASON_INVALID];

    mh_log_about(r, APLOG_ERR,
                 apr_psprintf(r->pool, "pool %s: %s", pool->name, r->filename),
                 apr_pstrcat(r->pool, refusal->code, ": ",
                             text ? text : refusal->text, NULL));
    if (refusal->status == HTTP_SERVICE_UNAVAILABLE)
        apr_table_setn(r->err_headers_out, "Retry-After", RETRY_AFTER);
    return refusal->status;
}

static int lost(mh_process_t *process)
{
    mh_log_rerror(APLOG_MARK, APLOG_ERR, 0, process->r,
                  "MH3004: the manager of pool %s ended while it ran %s",
                  process->pool->name, process->r->filename);
    apr_table_setn(process->r->err_headers_out, "Retry-After", RETRY_AFTER);
    return HTTP_SERVICE_UNAVAILABLE;
}

/*
 * The manager has logged the signal, script and request; perl itself reports on
 * stderr that it had no memory left.
 */
static int ended(const mh_process_t *process)
{
    return WIFSIGNALED(process->status) || process->status & MH_ENDED_NO_MEMORY
               ? HTTP_INTERNAL_SERVER_ERROR
               : OK;
}

void mh_process_wait_short(mh_process_t *process)
{
    const struct timespec limit = { .tv_nsec = SHORT };
    struct pollfd place[2] = { { .events = POLLIN }, { .events = POLLIN } };

    if (!process->connection || process->end != MH_PROCESS_RUNS ||
        process->input.state != MH_INPUT_FINISHED)
        return;
    place[0].fd = process->connection->fd;
    place[1].fd = process->err;
    if (ppoll(place, 2, &limit, NULL) > 0)
        mh_process_listen(process);
}

int mh_process_fault(mh_process_t *process)
{
    if (process->end == MH_PROCESS_RUNS && !process->alive)
        mh_process_learn_end(process);
    switch (process->end) {
    case MH_PROCESS_DONE:
        return ended(process);
    case MH_PROCESS_REFUSED:
        return mh_process_refuse(process->r, process->pool, process->reason,
                                 process->text);
    case MH_PROCESS_LOST:
        return lost(process);
    case MH_PROCESS_RUNS:
        break;
    }
    return OK;
}

bool mh_process_ran_nowhere(mh_process_t *process)
{
    /* The pipes of a manager that has gone may end before its connection. */
    if (process->end == MH_PROCESS_RUNS && process->waits)
        mh_process_learn_end(process);
    return process->unheard;
}

int mh_process_unasked(request_rec *r, int error)
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

/* The last line of a script that has failed; NULL: there is none. */
static const char *last_error(const mh_process_t *process)
{
    const char *text = process->lines.text;

    if (!process->status)
        return process->malformed;
    return text && *text ? apr_pstrndup(process->r->pool, text, 500) : NULL;
}

void mh_process_tell(const mh_process_t *process)
{
    const char *text = process->end == MH_PROCESS_DONE && !process->worker
                           ? last_error(process)
                           : NULL;
    char buffer[8192];
    mh_wire_writer_t writer;
    size_t size;

    if (!text)
        return;
    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_SAID, 0);
    mh_wire_put_string(&writer, MH_TAG_SCRIPT, process->r->filename);
    if (process->status)
        mh_wire_put_number(&writer, MH_TAG_STATUS, (uint64_t)process->status);
    mh_wire_put_string(&writer, MH_TAG_TEXT, text);
    mh_wire_put_string(&writer, MH_TAG_OUTPUT, process->lines.first);
    size = mh_wire_end(&writer);
    if (size)
        mh_channel_send(process->connection->fd, buffer, size, NULL, 0,
                        MSG_DONTWAIT);
}
