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

#define CHUNK 65536
#define LONGEST_PAUSE 50 /* ms */
#define PIPE_ROOM 65536

void mh_cgi_script_input_begin(mh_cgi_script_t *script)
{
    mh_cgi_script_input_t *input = &script->input;
    request_rec *r = script->r;
    const mh_cgi_server_t *config = mh_cgi_server(r->server);

    input->bb = input->taken;
    if (input->bb)
        apr_brigade_length(input->bb, 0, &input->come);
    else
        input->bb = apr_brigade_create(r->pool, r->connection->bucket_alloc);
    input->since = apr_time_now();
    if (config->log) {
        input->log_room = config->log_buffer;
        input->log = apr_pcalloc(r->pool, input->log_room + 1);
    }
    mh_cgi_script_input_advance(script);
}

void mh_cgi_script_input_wanted(mh_cgi_script_t *script)
{
    if (script->input.bb || script->in < 0)
        return;
    script->input.state = MH_INPUT_FLOWS;
    mh_cgi_script_input_begin(script);
}

void mh_cgi_script_input_end(mh_cgi_script_t *script)
{
    mh_cgi_script_input_t *input = &script->input;

    if (input->bb)
        apr_brigade_cleanup(input->bb);
    /* A worker can tell the end of a body from a break. */
    if (script->serves && script->in >= 0 && !input->failed) {
        shutdown(script->in, SHUT_WR);
        input->state = MH_INPUT_FINISHED;
        return;
    }
    if (script->in >= 0)
        close(script->in);
    script->in = -1;
    input->state = MH_INPUT_FINISHED;
}

static void progress(mh_cgi_script_input_t *input)
{
    input->since = apr_time_now();
    input->pause = 0;
}

/*
 * Waits for a pause that grows each time, because there is no socket to wait
 * for.
 */
static void wait_for_client(mh_cgi_script_input_t *input)
{
    input->state = MH_INPUT_NEEDS_CLIENT;
    input->pause = input->pause ? input->pause * 2 : 1;
    if (input->pause > LONGEST_PAUSE)
        input->pause = LONGEST_PAUSE;
}

/* A client that waits for 100 Continue gets it by a read that waits. */
static apr_read_type_e read_mode(const mh_cgi_script_t *script)
{
    return script->r->expecting_100 && !script->input.began ? APR_BLOCK_READ
                                                            : APR_NONBLOCK_READ;
}

/*
 * mod_cgi's body is in the pipe, as far as it fits, before perl could close it;
 * our perl may have finished by then, so a body that fits is sent first. The
 * size of a body without a length is known when all has come.
 */
static bool pipe_can_hold(const mh_cgi_script_t *script)
{
    const char *length = apr_table_get(script->r->headers_in, "Content-Length");
    apr_off_t size = script->input.come;

    if (length && !ap_parse_strict_length(&size, length))
        return false;
    return size <= PIPE_ROOM;
}

static void tell_why(mh_cgi_script_t *script, apr_status_t why)
{
    script->input.untold = APR_SUCCESS;
    mh_log_rerror(APLOG_MARK, APLOG_ERR, why, script->r,
                  "MH3003: Error writing request body to script %s",
                  script->r->filename);
}

/* Counts the bytes that have just come. */
static void count(mh_cgi_script_t *script)
{
    mh_cgi_script_input_t *input = &script->input;
    apr_off_t size = 0;

    apr_brigade_length(input->bb, 0, &size);
    if (size > 0)
        input->come += size;
    if (input->untold && !pipe_can_hold(script))
        tell_why(script, input->untold);
}

static void read_some(mh_cgi_script_t *script)
{
    mh_cgi_script_input_t *input = &script->input;
    request_rec *r = script->r;
    apr_status_t rv = ap_get_brigade(r->input_filters, input->bb,
                                     AP_MODE_READBYTES, read_mode(script),
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
        count(script);
    }
    if (input->failed)
        mh_cgi_script_input_end(script);
}

/* A script that reads no more loses nothing; the client still sends all. */
static void turn_away(mh_cgi_script_t *script, apr_status_t why)
{
    script->input.unwanted = true;
    /*
     * A handler need not read the whole body, and one that was not started
     * reads nothing.
     */
    mh_cgi_script_listen(script);
    if (script->serves || script->end == MH_SCRIPT_REFUSED)
        return;
    if (why == EPIPE && pipe_can_hold(script))
        script->input.untold = why;
    else
        tell_why(script, why);
}

static void note_for_log(mh_cgi_script_input_t *input, const char *data,
                         size_t size)
{
    size_t left = input->log_room - input->log_used;

    if (size > left)
        size = left;
    if (size)
        memcpy(input->log + input->log_used, data, size);
    input->log_used += size;
}

static void wait_for_script(mh_cgi_script_t *script)
{
    mh_cgi_script_input_t *input = &script->input;

    input->state = MH_INPUT_NEEDS_SCRIPT;
    if (apr_time_now() - input->since >
        mh_cgi_timeout(script->r, script->serves))
        turn_away(script, APR_TIMEUP);
}

/* The bucket stays until all of it has been written. */
static void write_bucket(mh_cgi_script_t *script, apr_bucket *bucket)
{
    mh_cgi_script_input_t *input = &script->input;
    const char *data;
    apr_size_t size;
    ssize_t written;
    apr_status_t rv = apr_bucket_read(bucket, &data, &size, APR_BLOCK_READ);

    if (rv != APR_SUCCESS) {
        input->failed = rv;
        mh_cgi_script_input_end(script);
        return;
    }
    if (size && !input->began)
        fcntl(script->in, F_SETFL, O_WRONLY | O_NONBLOCK);
    input->began = input->began || size;
    written = size ? write(script->in, data, size) : 0;
    if (written < 0 && errno == EAGAIN) {
        wait_for_script(script);
        return;
    }
    if (written < 0 && errno != EINTR) {
        int error = errno;

        note_for_log(input, data, size);
        turn_away(script, error);
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

static void move_bucket(mh_cgi_script_t *script, apr_bucket *bucket)
{
    mh_cgi_script_input_t *input = &script->input;

    if (APR_BUCKET_IS_EOS(bucket)) {
        input->all_read = true;
        apr_brigade_cleanup(input->bb);
    } else if (APR_BUCKET_IS_METADATA(bucket) || input->unwanted) {
        apr_bucket_delete(bucket);
    } else {
        write_bucket(script, bucket);
    }
}

void mh_cgi_script_input_advance(mh_cgi_script_t *script)
{
    mh_cgi_script_input_t *input = &script->input;

    if (input->state == MH_INPUT_FINISHED)
        return;
    input->state = MH_INPUT_FLOWS;
    while (input->state == MH_INPUT_FLOWS)
        if (!APR_BRIGADE_EMPTY(input->bb))
            move_bucket(script, APR_BRIGADE_FIRST(input->bb));
        else if (input->all_read)
            mh_cgi_script_input_end(script);
        else
            read_some(script);
}
