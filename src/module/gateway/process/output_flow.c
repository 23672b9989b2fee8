/*
 * output_flow.c - see process_output.h: output on its way.
 */
#include "module/gateway/process/process_output.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "module/gateway/process/process_config.h"
#include "module/gateway/client/flush.h"
#include "module/gateway/process/backlog.h"
#include "module/common/message.h"

#define READ_SIZE 32768
/*
 * Bytes passed on at a time: less than the amount at which httpd's core blocks
 * (64 KiB), and than the room of mod_http2 (32 KiB), which takes a file in
 * addition.
 */
#define SLICE 49152
#define STREAM_SLICE 24576
/*
 * A script that is silent for this long has paused: its output is sent. The
 * first pause may be longer, because a page that is sent whole has a length.
 */
#define PAUSE apr_time_from_msec(1)
#define FIRST_PAUSE apr_time_from_msec(5)
/*
 * Each part that is sent to a stream wakes two threads. So the page is gathered
 * first, for at most this time.
 */
#define GATHER_PAUSE apr_time_from_msec(20)
/* The response begins before the body has ended, when the client waits this
 * long. */
#define BODY_PAUSE apr_time_from_msec(100)

void mh_process_output_begin(mh_process_output_t *output, mh_process_t *process)
{
    request_rec *r = process->r;

    memset(output, 0, sizeof(*output));
    output->process = process;
    output->bb = apr_brigade_create(r->pool, r->connection->bucket_alloc);
    output->slice = process->client.fd < 0 ? STREAM_SLICE : SLICE;
    output->first = &r->output_filters;
    if (r->main)
        mh_flush_begin(r);
}

/* Called before output that does not belong to the response. */
static bool has_failed(const mh_process_t *process)
{
    return process->end == MH_PROCESS_REFUSED ||
           process->end == MH_PROCESS_LOST;
}

static unsigned end_if_open(const mh_process_t *process)
{
    return process->end == MH_PROCESS_RUNS && !process->alive ? MH_WAIT_END : 0;
}

/* Reads available output; notes the end. False: there is none yet. */
static bool read_output(mh_process_output_t *output)
{
    char data[READ_SIZE];
    ssize_t size = read(output->process->out, data, sizeof(data));

    if (size > 0 && output->take) {
        output->take(output, data, (size_t)size);
    } else if (size > 0) {
        apr_brigade_write(output->bb, NULL, NULL, data, (apr_size_t)size);
        output->held += (apr_size_t)size;
    } else if (size == 0 || (errno != EINTR && errno != EAGAIN)) {
        output->ended = true;
    } else {
        return false;
    }
    return true;
}

/*
 * The output of a script that has ended is there without a wait; lines on its
 * stderr come first.
 */
static bool read_at_once(mh_process_output_t *output, unsigned *happened)
{
    if (output->process->end != MH_PROCESS_DONE || output->ended)
        return false;
    if (output->process->err >= 0)
        mh_process_hear(output->process);
    if (!read_output(output))
        return false;
    *happened = MH_WAIT_OUTPUT;
    return true;
}

/* Waits, reads, and notes the end. */
static apr_status_t wait_and_read(mh_process_output_t *output, unsigned wanted,
                                  apr_interval_time_t timeout,
                                  unsigned *happened)
{
    mh_process_t *process = output->process;
    apr_status_t rv;

    if (wanted & MH_WAIT_OUTPUT && read_at_once(output, happened))
        return APR_SUCCESS;
    rv = mh_process_wait(process, wanted | end_if_open(process), timeout,
                         happened);
    if (*happened & MH_WAIT_OUTPUT)
        read_output(output);
    if (has_failed(process))
        output->ended = true;
    return rv;
}

static bool has_room(const mh_process_output_t *output)
{
    return !output->ended &&
           output->held < mh_process_buffer(output->process->r);
}

bool mh_process_output_wait_for_body(mh_process_output_t *output)
{
    mh_process_input_t *input = &output->process->input;

    while (input->state != MH_INPUT_FINISHED && !has_failed(output->process)) {
        unsigned wanted = MH_WAIT_INPUT_END;
        unsigned happened;
        apr_status_t rv;

        if (!output->ended && !has_room(output))
            return true;
        if (!output->ended)
            wanted |= MH_WAIT_OUTPUT;
        rv = wait_and_read(output, wanted, output->held ? BODY_PAUSE : -1,
                           &happened);
        if (rv == APR_TIMEUP && input->state == MH_INPUT_NEEDS_CLIENT)
            return true;
        if (rv == APR_ECONNABORTED)
            input->failed = rv;
        if (input->failed)
            return false;
    }
    return !input->failed;
}

static void say_silent(mh_process_output_t *output)
{
    request_rec *r = output->process->r;

    output->silent = true;
    mh_log_rerror(APLOG_MARK, APLOG_WARNING, 0, r,
                  "MH3007: Timeout waiting for output from CGI script %s",
                  r->filename);
}

apr_status_t mh_process_output_first(mh_process_output_t *output)
{
    apr_interval_time_t timeout = mh_process_timeout(output->process->r,
                                                     output->process->worker);
    apr_status_t rv = output->silent ? APR_TIMEUP : APR_SUCCESS;

    while (rv == APR_SUCCESS && !output->held && !output->ended) {
        unsigned happened;

        rv = wait_and_read(output, MH_WAIT_OUTPUT, timeout, &happened);
        if (rv == APR_TIMEUP)
            say_silent(output);
    }
    return rv;
}

/* Copies a line's bytes to *at; true at its end. */
static bool copy_line(mh_process_output_t *output, char **at, const char *end)
{
    apr_bucket *first = APR_BRIGADE_FIRST(output->bb);
    const char *data;
    apr_size_t size;
    apr_size_t used = 0;
    bool done = false;

    if (apr_bucket_read(first, &data, &size, APR_BLOCK_READ) != APR_SUCCESS)
        size = 0;
    while (!done && used < size && *at < end) {
        char byte = data[used++];

        done = byte == '\n';
        if (byte != '\r' && !done)
            *(*at)++ = byte;
    }
    if (used < size)
        apr_bucket_split(first, used);
    apr_bucket_delete(first);
    output->held -= used;
    return done;
}

int mh_process_output_line(char *line, int room, void *data)
{
    mh_process_output_t *output = data;
    const char *end = line + room - 1;
    char *at = line;
    bool done = false;

    while (!done && at < end) {
        if (!APR_BRIGADE_EMPTY(output->bb)) {
            done = copy_line(output, &at, end);
            continue;
        }
        *at = '\0';
        if (mh_process_output_first(output) != APR_SUCCESS)
            return -1;
        if (!output->held)
            break;
    }
    *at = '\0';
    return done;
}

static bool is_pending(const mh_process_output_t *output)
{
    return mh_flush_pending(output->process->r->connection);
}

static apr_status_t pass(mh_process_output_t *output, bool wants_flush)
{
    request_rec *r = output->process->r;
    apr_bucket_brigade *slice = apr_brigade_create(r->pool,
                                                   r->connection->bucket_alloc);
    apr_status_t rv = mh_backlog_take(output, slice, output->slice);

    output->passed = true;
    output->unflushed = !wants_flush || mh_process_output_left(output);
    if (output->before)
        APR_BRIGADE_PREPEND(slice, output->before);
    if (rv == APR_SUCCESS)
        rv = mh_flush_pass(r, *output->first, slice, !output->unflushed);
    apr_brigade_destroy(slice);
    return r->connection->aborted && rv == APR_SUCCESS ? APR_ECONNABORTED : rv;
}

apr_status_t mh_process_output_pass(mh_process_output_t *output)
{
    apr_status_t rv;

    do
        rv = pass(output, true);
    while (rv == APR_SUCCESS && mh_process_output_left(output));
    return rv;
}

bool mh_process_output_lags(const mh_process_output_t *output)
{
    apr_off_t left = mh_process_output_left(output);

    return left > SLICE || (left && is_pending(output));
}

apr_status_t mh_process_output_forward(mh_process_output_t *output,
                                       unsigned wanted,
                                       apr_interval_time_t timeout,
                                       unsigned *happened)
{
    *happened = 0;
    if (is_pending(output))
        return mh_process_output_push(output, wanted, timeout, happened);
    return pass(output, false);
}

apr_status_t mh_process_output_push(mh_process_output_t *output,
                                    unsigned wanted,
                                    apr_interval_time_t timeout,
                                    unsigned *happened)
{
    unsigned client = is_pending(output) ? MH_WAIT_CLIENT : 0;
    apr_status_t rv = mh_process_wait(output->process, wanted | client, timeout,
                                      happened);

    if (rv == APR_SUCCESS && *happened & MH_WAIT_CLIENT)
        rv = mh_flush_push(output->process->r->connection);
    return rv;
}

/* APR_TIMEUP of the script or of the client, whichever was waited for. */
static apr_status_t give_up(mh_process_output_t *output, bool reads)
{
    if (!reads) {
        output->process->r->connection->aborted = 1;
        return APR_ECONNABORTED;
    }
    say_silent(output);
    return APR_TIMEUP;
}

/* An ended worker writes nothing more. */
static apr_status_t read_last(mh_process_output_t *output)
{
    unsigned happened;
    apr_status_t rv = wait_and_read(output, MH_WAIT_OUTPUT, 0, &happened);

    if (rv != APR_TIMEUP)
        return rv;
    output->ended = true;
    return APR_SUCCESS;
}

/*
 * Waits, and reads. The memory may be full for as long as the client may be
 * slow: until then neither the script nor the client has timed out.
 */
static apr_status_t wait_step(mh_process_output_t *output, bool pending)
{
    request_rec *r = output->process->r;
    bool reads = mh_backlog_has_room(output);
    bool waits = !reads && !output->slow;
    /* Headers may take as long as the body. */
    bool headers = !output->passed && (!output->take || output->has_head);
    bool hurry = !pending && (mh_process_output_left(output) ||
                              output->unflushed || headers);
    apr_interval_time_t timeout =
        reads ? mh_process_timeout(r, output->process->worker)
              : r->server->timeout;
    unsigned happened = 0;
    apr_status_t rv;

    if (hurry)
        timeout = output->passed ? PAUSE : FIRST_PAUSE;
    else if (waits)
        timeout = MH_BACKLOG_PAUSE;
    rv = wait_and_read(output,
                       (pending ? MH_WAIT_CLIENT : 0u) |
                           (reads ? MH_WAIT_OUTPUT : 0u),
                       timeout, &happened);
    if (rv == APR_TIMEUP && hurry)
        return pass(output, true);
    if (rv == APR_TIMEUP)
        return waits ? APR_SUCCESS : give_up(output, reads);
    if (rv == APR_SUCCESS && happened & MH_WAIT_CLIENT)
        rv = mh_flush_push(r->connection);
    return rv;
}

static bool gathers(mh_process_output_t *output)
{
    apr_time_t now;

    if (output->process->client.fd >= 0 || output->passed)
        return false;
    now = apr_time_now();
    if (!output->gathers)
        output->gathers = now;
    return now - output->gathers < GATHER_PAUSE;
}

/* One step: waits, reads, and passes data on. */
static apr_status_t step(mh_process_output_t *output)
{
    bool pending = is_pending(output);

    if (!pending &&
        mh_process_output_left(output) >= (apr_off_t)output->slice &&
        !gathers(output))
        return pass(output, false);
    if (output->process->worker && output->process->end != MH_PROCESS_RUNS)
        return read_last(output);
    return wait_step(output, pending);
}

apr_status_t mh_process_output_send(mh_process_output_t *output)
{
    apr_status_t rv = APR_SUCCESS;

    while (rv == APR_SUCCESS && !output->ended)
        rv = step(output);
    return rv;
}
