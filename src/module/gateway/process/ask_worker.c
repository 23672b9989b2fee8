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
static int make_body(mh_process_t *process, const mh_request_message_t *message,
                     int *theirs)
{
    int ends[2];

    *theirs = -1;
    if (!message->body)
        return 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return errno;
    *theirs = ends[0];
    process->in = ends[1];
    /* Nobody reads this byte: if our end is closed with it, theirs says
     * ECONNRESET. */
    (void)!write(ends[0], "", 1);
    hear_nothing(ends[1]);
    return 0;
}

static void adopt(mh_process_t *process, mh_worker_lease_t *lease)
{
    process->worker->reused = true;
    process->connection = lease->connection;
    process->id = lease->id;
    process->worker->requests = lease->requests;
    process->out = lease->out;
    process->err = lease->err;
    process->unread_until = 0; /* its manager has nothing to read */
    free(lease);
}

static int serve_by_lease(mh_process_t *process, mh_request_message_t *message)
{
    int fds[2];
    int count = 0;
    int body;
    int error = make_body(process, message, &body);

    if (body >= 0)
        fds[count++] = body;
    if (message->memory >= 0)
        fds[count++] = message->memory;
    if (!error)
        error = mh_channel_send(process->worker->requests, message->data,
                                message->size, fds, count, MSG_DONTWAIT);
    mh_process_close_fd(&body);
    return error;
}

/* Makes the descriptors for a worker's first request, theirs and ours. */
static int make_line(mh_process_t *process, const mh_request_message_t *message,
                     int theirs[4])
{
    int ends[2];
    int error = make_body(process, message, &theirs[0]);

    theirs[1] = theirs[2] = theirs[3] = -1;
    if (!error)
        error = mh_process_make_outputs(process, theirs);
    if (error)
        return error;
    error = message->memory < 0 ? mh_channel_pair(ends) : 0;
    if (error || message->memory >= 0)
        return error;
    process->worker->requests = ends[0];
    hear_nothing(ends[0]);
    theirs[3] = ends[1];
    return 0;
}

static int serve_by_manager(mh_process_t *process,
                            mh_request_message_t *message)
{
    int theirs[4];
    int error = make_line(process, message, theirs);
    mh_request_message_t copy = *message;
    /* A message has at least three descriptors; the worker knows whether there
     * is a body. */
    int standard[3] = { theirs[0] < 0 ? theirs[1] : theirs[0], theirs[1],
                        theirs[2] };

    if (theirs[3] >= 0)
        copy.memory = theirs[3];
    if (!error)
        error = mh_process_send(process, &copy, standard);
    for (int i = 0; i < 4; i++)
        mh_process_close_fd(&theirs[i]);
    return error;
}

static mh_process_t *new_serving(request_rec *r, mh_pool_t *pool)
{
    mh_process_t *process = mh_process_new(r, pool,
                                           sizeof(mh_process_worker_t));
    mh_worker_lease_t *lease;

    process->input.state = MH_INPUT_FINISHED;
    process->client.grace = CLOSED_PATIENCE;
    process->lines.bare = true;
    process->worker = (void *)(process + 1);
    process->worker->requests = -1;
    process->worker->has_room = mh_worker_lease_take(pool, r->main != NULL,
                                                     &process->client, &lease);
    if (lease)
        adopt(process, lease);
    mh_process_clock_begin(process);
    return process;
}

static mh_process_t *cannot_serve(mh_process_t *process, int error, int *status)
{
    request_rec *r = process->r;
    bool full = !process->worker->has_room;

    mh_process_close(process);
    if (r->connection->aborted) {
        *status = OK; /* a subprocess would get it: nobody waits */
        return NULL;
    }
    mh_log_rerror(APLOG_MARK, APLOG_ERR, error, r,
                  full ? "MH3008: pool %s: its queue is full: %s"
                       : "MH3009: pool %s cannot be asked to serve %s",
                  process->pool->name, r->uri);
    *status = mh_process_unasked(r, full ? EAGAIN : error);
    return NULL;
}

mh_process_t *mh_process_ask_worker(request_rec *r, mh_pool_t *pool,
                                    mh_request_message_t *message, int *status)
{
    mh_process_t *process = new_serving(r, pool);
    int error = 0;

    while (process->worker->reused &&
           (error = serve_by_lease(process, message))) {
        /* The message was taken back. */
        mh_process_close(process);
        process = new_serving(r, pool);
    }
    if (!process->worker->has_room)
        return cannot_serve(process, 0, status);
    if (!process->worker->reused)
        error = serve_by_manager(process, message);
    return error ? cannot_serve(process, error, status) : process;
}

bool mh_process_is_queued(const mh_process_t *process)
{
    int unread = 0;

    return process->worker->requests >= 0 &&
           !ioctl(process->worker->requests, SIOCOUTQ, &unread) && unread;
}

/*
 * The manager reports a worker's end as soon as it has decided on it. The
 * kernel shows when the worker really cannot run any more.
 */
static bool has_left_queue(mh_process_t *process)
{
    apr_time_t end = apr_time_now() + GONE_PATIENCE;
    unsigned happened;

    while (mh_process_is_queued(process) && apr_time_now() < end)
        if (mh_process_wait(process, 0, GONE_PAUSE, &happened) != APR_TIMEUP)
            return false;
    return !mh_process_is_queued(process);
}

bool mh_process_unread(mh_process_t *process)
{
    int error = 0;
    socklen_t size = sizeof(error);

    return process->worker->reused && process->worker->requests >= 0 &&
           process->end != MH_PROCESS_REFUSED && has_left_queue(process) &&
           !getsockopt(process->worker->requests, SOL_SOCKET, SO_ERROR, &error,
                       &size) &&
           error == ECONNRESET;
}

/* The worker may stay with us; its slot is free in any case. */
void mh_process_end_serving(mh_process_t *process)
{
    mh_worker_lease_t lease = {
        .connection = process->connection,
        .id = process->id,
        .requests = process->worker->requests,
        .out = process->out,
        .err = process->err,
    };
    bool keeps = process->worker->keeps && process->connection &&
                 process->end == MH_PROCESS_RUNS &&
                 process->worker->requests >= 0 && process->out >= 0 &&
                 process->err >= 0;

    if (keeps) {
        process->worker->requests = process->out = process->err = -1;
        process->connection = NULL;
    }
    mh_process_close_fd(&process->worker->requests);
    mh_worker_lease_give(process->pool, keeps ? &lease : NULL);
    process->worker->has_room = false;
}
