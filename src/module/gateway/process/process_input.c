/*
 * process_input.c - see process_input.h.
 */
#include "module/gateway/process/process_input.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "module/gateway/process/process_config.h"
#include "module/gateway/process/process.h"
#include "module/common/message.h"
#include "module/gateway/script_log.h"

#define CHUNK 65536
#define LONGEST_PAUSE 50 /* ms */
#define PIPE_ROOM 65536

void mh_process_input_begin(mh_process_t *process)
{
    mh_process_input_t *input = &process->input;
    request_rec *r = process->r;

    input->bb = input->taken;
    if (input->bb)
        apr_brigade_length(input->bb, 0, &input->come);
    else
        input->bb = apr_brigade_create(r->pool, r->connection->bucket_alloc);
    input->since = apr_time_now();
    input->log_room = mh_script_log_body(r);
    if (input->log_room)
        input->log = apr_pcalloc(r->pool, input->log_room + 1);
    mh_process_input_advance(process);
}

void mh_process_input_wanted(mh_process_t *process)
{
    if (process->input.bb || process->in < 0)
        return;
    process->input.state = MH_INPUT_FLOWS;
    mh_process_input_begin(process);
}

void mh_process_input_end(mh_process_t *process)
{
    mh_process_input_t *input = &process->input;

    if (input->bb)
        apr_brigade_cleanup(input->bb);
    /* A worker can tell the end of a body from a break. */
    if (process->worker && process->in >= 0 && !input->failed) {
        shutdown(process->in, SHUT_WR);
        input->state = MH_INPUT_FINISHED;
        return;
    }
    if (process->in >= 0)
        close(process->in);
    process->in = -1;
    input->state = MH_INPUT_FINISHED;
}

static void progress(mh_process_input_t *input)
{
    input->since = apr_time_now();
    input->pause = 0;
}

/*
 * Waits for a pause that grows each time, because there is no socket to wait
 * for.
 */
static void wait_for_client(mh_process_input_t *input)
{
    input->state = MH_INPUT_NEEDS_CLIENT;
    input->pause = input->pause ? input->pause * 2 : 1;
    if (input->pause > LONGEST_PAUSE)
        input->pause = LONGEST_PAUSE;
}

/* A client that waits for 100 Continue gets it by a read that waits. */
static apr_read_type_e read_mode(const mh_process_t *process)
{
    return process->r->expecting_100 && !process->input.began
               ? APR_BLOCK_READ
               : APR_NONBLOCK_READ;
}

/*
 * Under mod_cgi the body is in the pipe, as far as it fits, before perl can
 * close the pipe. Our perl may be faster, so a body that fits is sent first.
 * The size of a body without a length is known when all has come.
 */
static bool pipe_can_hold(const mh_process_t *process)
{
    const char *length = apr_table_get(process->r->headers_in,
                                       "Content-Length");
    apr_off_t size = process->input.come;

    if (length && !ap_parse_strict_length(&size, length))
        return false;
    return size <= PIPE_ROOM;
}

static void tell_why(mh_process_t *process, apr_status_t why)
{
    process->input.untold = APR_SUCCESS;
    mh_log_rerror(APLOG_MARK, APLOG_ERR, why, process->r,
                  "MH3003: Error writing request body to script %s",
                  process->r->filename);
}

/* Counts the bytes that have just come. */
static void count(mh_process_t *process)
{
    mh_process_input_t *input = &process->input;
    apr_off_t size = 0;

    apr_brigade_length(input->bb, 0, &size);
    if (size > 0)
        input->come += size;
    if (input->untold && !pipe_can_hold(process))
        tell_why(process, input->untold);
}

static void read_some(mh_process_t *process)
{
    mh_process_input_t *input = &process->input;
    request_rec *r = process->r;
    apr_status_t rv = ap_get_brigade(r->input_filters, input->bb,
                                     AP_MODE_READBYTES, read_mode(process),
                                     CHUNK);

    if (APR_STATUS_IS_EAGAIN(rv) ||
        (rv == APR_SUCCESS && APR_BRIGADE_EMPTY(input->bb))) {
        wait_for_client(input);
        if (apr_time_now() - input->since > r->server->timeout)
            input->failed = APR_TIMEUP;
    } else if (rv != APR_SUCCESS) {
        input->failed = rv;
    } else {
        progress(input);
        count(process);
    }
    if (input->failed)
        mh_process_input_end(process);
}

/* A script that reads no more loses nothing; the client still sends all. */
static void turn_away(mh_process_t *process, apr_status_t why)
{
    process->input.unwanted = true;
    /*
     * A handler need not read the whole body, and one that was not started
     * reads nothing.
     */
    mh_process_listen(process);
    if (process->worker || process->end == MH_PROCESS_REFUSED)
        return;
    if (why == EPIPE && pipe_can_hold(process))
        process->input.untold = why;
    else
        tell_why(process, why);
}

static void note_for_log(mh_process_input_t *input, const char *data,
                         size_t size)
{
    size_t left = input->log_room - input->log_used;

    if (size > left)
        size = left;
    if (size)
        memcpy(input->log + input->log_used, data, size);
    input->log_used += size;
}

static void wait_for_script(mh_process_t *process)
{
    mh_process_input_t *input = &process->input;

    input->state = MH_INPUT_NEEDS_SCRIPT;
    if (apr_time_now() - input->since >
        mh_process_timeout(process->r, process->worker != NULL))
        turn_away(process, APR_TIMEUP);
}

/* The bucket stays until all of it has been written. */
static void write_bucket(mh_process_t *process, apr_bucket *bucket)
{
    mh_process_input_t *input = &process->input;
    const char *data;
    apr_size_t size;
    ssize_t written;
    apr_status_t rv = apr_bucket_read(bucket, &data, &size, APR_BLOCK_READ);

    if (rv != APR_SUCCESS) {
        input->failed = rv;
        mh_process_input_end(process);
        return;
    }
    if (size && !input->began)
        fcntl(process->in, F_SETFL, O_WRONLY | O_NONBLOCK);
    input->began = input->began || size;
    written = size ? write(process->in, data, size) : 0;
    if (written < 0 && errno == EAGAIN) {
        wait_for_script(process);
        return;
    }
    if (written < 0 && errno != EINTR) {
        int error = errno;

        note_for_log(input, data, size);
        turn_away(process, error);
        return;
    }
    if (written <= 0 && size)
        return;
    progress(input);
    note_for_log(input, data, (size_t)written);
    if ((apr_size_t)written < size)
        apr_bucket_split(bucket, (apr_size_t)written);
    apr_bucket_delete(bucket);
}

static void move_bucket(mh_process_t *process, apr_bucket *bucket)
{
    mh_process_input_t *input = &process->input;

    if (APR_BUCKET_IS_EOS(bucket)) {
        input->all_read = true;
        apr_brigade_cleanup(input->bb);
    } else if (APR_BUCKET_IS_METADATA(bucket) || input->unwanted) {
        apr_bucket_delete(bucket);
    } else {
        write_bucket(process, bucket);
    }
}

void mh_process_input_advance(mh_process_t *process)
{
    mh_process_input_t *input = &process->input;

    if (input->state == MH_INPUT_FINISHED)
        return;
    input->state = MH_INPUT_FLOWS;
    while (input->state == MH_INPUT_FLOWS)
        if (!APR_BRIGADE_EMPTY(input->bb))
            move_bucket(process, APR_BRIGADE_FIRST(input->bb));
        else if (input->all_read)
            mh_process_input_end(process);
        else
            read_some(process);
}
