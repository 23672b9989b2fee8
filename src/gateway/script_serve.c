/*
 * script_serve.c - see script.h: a worker in the place of a script.
 */
#include "gateway/script_end.h"
#include "gateway/script_part.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "gateway/lease.h"
#include "wire/channel.h"

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* A socket for the body, if there is one: see script_input.c for its end. */
static int make_body(mh_script_t *script, const mh_request_message_t *message,
                     int *theirs)
{
    int ends[2];

    *theirs = -1;
    if (!message->body)
        return 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return errno;
    *theirs = ends[0];
    script->in = ends[1];
    return 0;
}

static void adopt(mh_script_t *script, mh_lease_t *lease)
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

static int serve_by_lease(mh_script_t *script, mh_request_message_t *message)
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
                                fds, count, 0);
    close_fd(&body);
    return error;
}

/* What the worker is given with its first request, and what is ours of it. */
static int make_line(mh_script_t *script, const mh_request_message_t *message,
                     int theirs[4])
{
    int ends[2];
    int error = make_body(script, message, &theirs[0]);

    theirs[1] = theirs[2] = theirs[3] = -1;
    if (!error)
        error = mh_script_make_outputs(script, theirs);
    if (error)
        return error;
    error = message->memory < 0 ? mh_channel_pair(ends) : 0;
    if (error || message->memory >= 0)
        return error;
    script->requests = ends[0];
    theirs[3] = ends[1];
    return 0;
}

static int serve_by_manager(mh_script_t *script, mh_request_message_t *message)
{
    int theirs[4];
    int error = make_line(script, message, theirs);
    mh_request_message_t copy = *message;
    /* Three there must be; the worker knows whether there is a body. */
    int standard[3] = { theirs[0] < 0 ? theirs[1] : theirs[0], theirs[1],
                        theirs[2] };

    if (theirs[3] >= 0)
        copy.memory = theirs[3];
    if (!error)
        error = mh_script_send(script, &copy, standard);
    for (int i = 0; i < 4; i++)
        close_fd(&theirs[i]);
    return error;
}

static mh_script_t *new_serving(request_rec *r, mh_pool_t *pool)
{
    mh_script_t *script = mh_script_new(r, pool);
    mh_lease_t *lease;

    script->input.state = MH_INPUT_FINISHED;
    script->serves = script->lines.bare = true;
    script->requests = -1;
    script->has_room = mh_lease_take(pool, r->main != NULL, &lease);
    if (lease)
        adopt(script, lease);
    mh_script_clock_begin(script);
    return script;
}

static mh_script_t *cannot_serve(mh_script_t *script, int error, int *status)
{
    request_rec *r = script->r;
    bool full = !script->has_room;

    mh_script_close(script);
    ap_log_rerror(APLOG_MARK, APLOG_ERR, error, r,
                  full ? "MH3008: pool %s: its queue is full: %s"
                       : "MH3009: pool %s cannot be asked to serve %s",
                  script->pool->name, r->uri);
    *status = mh_script_unasked(r, full ? EAGAIN : error);
    return NULL;
}

mh_script_t *mh_script_serve(request_rec *r, mh_pool_t *pool,
                             mh_request_message_t *message, int *status)
{
    mh_script_t *script = new_serving(r, pool);
    int error = 0;

    while (script->reused && (error = serve_by_lease(script, message))) {
        /* It was taken back. */
        mh_script_close(script);
        script = new_serving(r, pool);
    }
    if (!script->has_room)
        return cannot_serve(script, 0, status);
    if (!script->reused)
        error = serve_by_manager(script, message);
    return error ? cannot_serve(script, error, status) : script;
}

bool mh_script_unread(const mh_script_t *script)
{
    char byte;

    return script->reused && script->requests >= 0 &&
           recv(script->requests, &byte, 1, MSG_DONTWAIT) < 0 &&
           errno == ECONNRESET;
}

/* The worker may stay with us; the room it took is free in any case. */
void mh_script_end_serving(mh_script_t *script)
{
    mh_lease_t lease = {
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
    close_fd(&script->requests);
    mh_lease_give(script->pool, keeps ? &lease : NULL);
    script->has_room = false;
}
