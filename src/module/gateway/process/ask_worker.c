/*
 * ask_worker.c - see process.h: a worker in place of a script.
 */
#include "module/gateway/process/end.h"
#include "module/gateway/process/part.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "module/gateway/pools/worker_lease.h"
#include "shared/wire/channel.h"
#include "module/common/message.h"

/* A handler ends without httpd's help, so the thread need not wait for it. */
#define CLOSED_PATIENCE apr_time_from_sec(2)
/* A worker that was killed may take its time to end, if the kernel is busy. */
#define GONE_PATIENCE apr_time_from_sec(10)
#define GONE_PAUSE apr_time_from_msec(10)

/*
 * Our end takes nothing from here on. The process that reads or closes a socket
 * closes the descriptors in it, and a worker may send some that are slow to
 * close (SO_LINGER, FUSE).
 */
static void hear_nothing(int fd)
{
    shutdown(fd, SHUT_RD);
}

/* Makes a socket for the body, if there is one: process_input.c has its end.
 */
static int make_body(mh_cgi_script_t *script,
                     const mh_request_message_t *message, int *theirs)
{
    int ends[2];

    *theirs = -1;
    if (!message->body)
        return 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return errno;
    *theirs = ends[0];
    script->in = ends[1];
    /* Nobody reads this byte: if our end is closed with it, theirs says
     * ECONNRESET. */
    (void)!write(ends[0], "", 1);
    hear_nothing(ends[1]);
    return 0;
}

static void adopt(mh_cgi_script_t *script, mh_worker_lease_t *lease)
{
    script->reused = true;
    script->connection = lease->connection;
    script->id = lease->id;
    script->requests = lease->requests;
    script->out = lease->out;
    script->err = lease->err;
    script->unread_until = 0; /* its manager has nothing to read */
    free(lease);
}

static int serve_by_lease(mh_cgi_script_t *script,
                          mh_request_message_t *message)
{
    int fds[2];
    int count = 0;
    int body;
    int error = make_body(script, message, &body);

    if (body >= 0)
        fds[count++] = body;
    if (message->memory >= 0)
        fds[count++] = message->memory;
    if (!error)
        error = mh_channel_send(script->requests, message->data, message->size,
                                fds, count, MSG_DONTWAIT);
    mh_cgi_script_close_fd(&body);
    return error;
}

/* Makes the descriptors for a worker's first request, theirs and ours. */
static int make_line(mh_cgi_script_t *script,
                     const mh_request_message_t *message, int theirs[4])
{
    int ends[2];
    int error = make_body(script, message, &theirs[0]);

    theirs[1] = theirs[2] = theirs[3] = -1;
    if (!error)
        error = mh_cgi_script_make_outputs(script, theirs);
    if (error)
        return error;
    error = message->memory < 0 ? mh_channel_pair(ends) : 0;
    if (error || message->memory >= 0)
        return error;
    script->requests = ends[0];
    hear_nothing(ends[0]);
    theirs[3] = ends[1];
    return 0;
}

static int serve_by_manager(mh_cgi_script_t *script,
                            mh_request_message_t *message)
{
    int theirs[4];
    int error = make_line(script, message, theirs);
    mh_request_message_t copy = *message;
    /* A message has at least three descriptors; the worker knows whether there
     * is a body. */
    int standard[3] = { theirs[0] < 0 ? theirs[1] : theirs[0], theirs[1],
                        theirs[2] };

    if (theirs[3] >= 0)
        copy.memory = theirs[3];
    if (!error)
        error = mh_cgi_script_send(script, &copy, standard);
    for (int i = 0; i < 4; i++)
        mh_cgi_script_close_fd(&theirs[i]);
    return error;
}

static mh_cgi_script_t *new_serving(request_rec *r, mh_pool_t *pool)
{
    mh_cgi_script_t *script = mh_cgi_script_new(r, pool);
    mh_worker_lease_t *lease;

    script->input.state = MH_INPUT_FINISHED;
    script->client.grace = CLOSED_PATIENCE;
    script->serves = script->lines.bare = true;
    script->requests = -1;
    script->has_room = mh_worker_lease_take(pool, r->main != NULL,
                                            &script->client, &lease);
    if (lease)
        adopt(script, lease);
    mh_cgi_script_clock_begin(script);
    return script;
}

static mh_cgi_script_t *cannot_serve(mh_cgi_script_t *script, int error,
                                     int *status)
{
    request_rec *r = script->r;
    bool full = !script->has_room;

    mh_cgi_script_close(script);
    if (r->connection->aborted) {
        *status = OK; /* a subprocess would get it: nobody waits */
        return NULL;
    }
    mh_log_rerror(APLOG_MARK, APLOG_ERR, error, r,
                  full ? "MH3008: pool %s: its queue is full: %s"
                       : "MH3009: pool %s cannot be asked to serve %s",
                  script->pool->name, r->uri);
    *status = mh_cgi_script_unasked(r, full ? EAGAIN : error);
    return NULL;
}

mh_cgi_script_t *mh_cgi_script_serve(request_rec *r, mh_pool_t *pool,
                                     mh_request_message_t *message, int *status)
{
    mh_cgi_script_t *script = new_serving(r, pool);
    int error = 0;

    while (script->reused && (error = serve_by_lease(script, message))) {
        /* The message was taken back. */
        mh_cgi_script_close(script);
        script = new_serving(r, pool);
    }
    if (!script->has_room)
        return cannot_serve(script, 0, status);
    if (!script->reused)
        error = serve_by_manager(script, message);
    return error ? cannot_serve(script, error, status) : script;
}

bool mh_cgi_script_is_queued(const mh_cgi_script_t *script)
{
    int unread = 0;

    return script->requests >= 0 &&
           !ioctl(script->requests, SIOCOUTQ, &unread) && unread;
}

/*
 * The manager reports a worker's end as soon as it has decided on it. The
 * kernel shows when the worker really cannot run any more.
 */
static bool has_left_queue(mh_cgi_script_t *script)
{
    apr_time_t end = apr_time_now() + GONE_PATIENCE;
    unsigned happened;

    while (mh_cgi_script_is_queued(script) && apr_time_now() < end)
        if (mh_cgi_script_wait(script, 0, GONE_PAUSE, &happened) != APR_TIMEUP)
            return false;
    return !mh_cgi_script_is_queued(script);
}

bool mh_cgi_script_unread(mh_cgi_script_t *script)
{
    int error = 0;
    socklen_t size = sizeof(error);

    return script->reused && script->requests >= 0 &&
           script->end != MH_SCRIPT_REFUSED && has_left_queue(script) &&
           !getsockopt(script->requests, SOL_SOCKET, SO_ERROR, &error, &size) &&
           error == ECONNRESET;
}

/* The worker may stay with us; its slot is free in any case. */
void mh_cgi_script_end_serving(mh_cgi_script_t *script)
{
    mh_worker_lease_t lease = {
        .connection = script->connection,
        .id = script->id,
        .requests = script->requests,
        .out = script->out,
        .err = script->err,
    };
    bool keeps = script->keeps && script->connection &&
                 script->end == MH_SCRIPT_RUNS && script->requests >= 0 &&
                 script->out >= 0 && script->err >= 0;

    if (keeps) {
        script->requests = script->out = script->err = -1;
        script->connection = NULL;
    }
    mh_cgi_script_close_fd(&script->requests);
    mh_worker_lease_give(script->pool, keeps ? &lease : NULL);
    script->has_room = false;
}
