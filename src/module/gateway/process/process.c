/*
 * process.c - see process.h.
 */
#include "module/gateway/process/process.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "module/gateway/process/request_message.h"
#include "module/gateway/process/end.h"
#include "module/gateway/process/part.h"
#include "shared/wire/channel.h"
#include "module/common/message.h"

/* A script may be silent; it is ended this long after its client has gone. */
#define CLOSED_GRACE apr_time_from_sec(30)

void mh_cgi_script_close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static apr_status_t close_script(void *data)
{
    mh_cgi_script_close(data);
    return APR_SUCCESS;
}

mh_cgi_script_t *mh_cgi_script_new(request_rec *r, mh_pool_t *pool)
{
    apr_pool_t *p = r->main ? r->main->pool : r->pool;
    mh_cgi_script_t *script = apr_pcalloc(p, sizeof(*script));

    script->r = r;
    script->pool = pool;
    script->in = script->out = script->err = -1;
    mh_client_watch_begin(&script->client, r, CLOSED_GRACE);
    script->unread_until = mh_pool_connection_patience(pool);
    /* A program that httpd starts meanwhile must not read our messages. */
    apr_pool_cleanup_register(p, script, close_script, apr_pool_cleanup_null);
    return script;
}

/*
 * A process that has the other end of a pipe can open it for reading, too, and
 * take the data that poll() has reported to us. So reads must not block. Only
 * our end is changed.
 */
static int own_end(int fd)
{
    fcntl(fd, F_SETFL, O_RDONLY | O_NONBLOCK);
    return fd;
}

int mh_cgi_script_make_outputs(mh_cgi_script_t *script, int theirs[3])
{
    int ends[2];

    if (pipe2(ends, O_CLOEXEC))
        return errno;
    script->out = own_end(ends[0]);
    theirs[1] = ends[1];
    if (pipe2(ends, O_CLOEXEC))
        return errno;
    script->err = own_end(ends[0]);
    theirs[2] = ends[1];
    return 0;
}

/*
 * Makes the pipe for the input. A request without input gets /dev/null instead.
 * Returns an errno.
 */
static int make_input(mh_cgi_script_t *script, int *theirs)
{
    int ends[2];

    if (script->input.state == MH_INPUT_FINISHED) {
        *theirs = open("/dev/null", O_RDONLY | O_CLOEXEC);
        return *theirs < 0 ? errno : 0;
    }
    if (pipe2(ends, O_CLOEXEC))
        return errno;
    *theirs = ends[0];
    script->in = ends[1];
    return 0;
}

/* Puts the script's ends into theirs, ours into script. An errno. */
static int make_pipes(mh_cgi_script_t *script, int theirs[3])
{
    int error;

    theirs[0] = theirs[1] = theirs[2] = -1;
    error = make_input(script, &theirs[0]);
    return error ? error : mh_cgi_script_make_outputs(script, theirs);
}

static int count_fds(const int fds[4])
{
    return fds[3] < 0 ? 3 : 4;
}

/* An errno; the connection is then closed. */
static int send_on(mh_cgi_script_t *script, const mh_request_message_t *message,
                   const int fds[4])
{
    int error;

    if (!script->connection)
        return errno;
    error = mh_channel_send(script->connection->fd, message->data,
                            message->size, fds, count_fds(fds), MSG_DONTWAIT);
    if (error) {
        mh_pool_connection_close(script->connection);
        script->connection = NULL;
    }
    return error;
}

/*
 * The manager of an idle connection may have gone since: then a new connection
 * is tried.
 */
int mh_cgi_script_send(mh_cgi_script_t *script,
                       const mh_request_message_t *message, const int theirs[3])
{
    const int fds[4] = { theirs[0], theirs[1], theirs[2], message->memory };
    bool fresh;
    int error;

    script->id = message->id;
    script->connection = mh_pool_connection_take(script->pool, &script->client);
    fresh = !script->connection || script->connection->fresh;
    error = send_on(script, message, fds);
    if (error && !fresh) {
        script->connection = mh_pool_connection_new(script->pool,
                                                    &script->client);
        error = send_on(script, message, fds);
    }
    return error;
}

/* The template has the request; the manager hears of it only when it must. */
static void begin_leased(mh_cgi_script_t *script, mh_script_lease_t *lease,
                         uint32_t id)
{
    script->lease = lease;
    script->leased = true;
    script->connection = lease->connection;
    lease->connection = NULL;
    script->id = id;
    script->unread_until = 0; /* its manager has nothing to read */
    mh_cgi_script_clock_begin(script);
}

/* False: the lease is gone. */
static bool send_by_lease(mh_cgi_script_t *script,
                          mh_request_message_t *message, const int theirs[3])
{
    mh_script_lease_t *lease;

    while ((lease = mh_script_lease_take(script->pool, &message->key))) {
        script->last = mh_script_lease_use(lease);
        mh_request_message_lease(message,
                                 script->last ? MH_LEASE_LAST : MH_LEASE_QUIET);
        if (!mh_channel_send(lease->channel, message->data, message->size,
                             theirs, 3, MSG_DONTWAIT)) {
            begin_leased(script, lease, message->id);
            return true;
        }
        mh_script_lease_drop(lease);
    }
    mh_request_message_lease(message, MH_LEASE_NONE);
    return false;
}

static int run(mh_cgi_script_t *script, mh_request_message_t *message)
{
    int theirs[3];
    int error = make_pipes(script, theirs);

    script->note = message->note;
    script->key = message->key;
    if (message->key.data)
        script->mounted = mh_script_lease_mounts();
    if (!error && !send_by_lease(script, message, theirs))
        error = mh_cgi_script_send(script, message, theirs);
    for (int i = 0; i < 3; i++)
        mh_cgi_script_close_fd(&theirs[i]);
    mh_cgi_script_close_fd(&message->memory);
    return error;
}

/* NULL, with the script closed: the request could not be sent. */
static mh_cgi_script_t *begin(mh_cgi_script_t *script,
                              mh_request_message_t *message, int error,
                              int *status)
{
    request_rec *r = script->r;

    if (!error)
        error = run(script, message);
    if (!error)
        return script;
    mh_cgi_script_close(script);
    mh_log_rerror(APLOG_MARK, APLOG_ERR, error, r,
                  "MH3001: pool %s cannot be asked to run %s",
                  script->pool->name, r->filename);
    *status = mh_cgi_script_unasked(r, error);
    return NULL;
}

mh_cgi_script_t *mh_cgi_script_start(request_rec *r, mh_pool_t *pool,
                                     int *status)
{
    mh_request_message_t message;
    int error = mh_request_message(r, pool, &message) ? 0 : errno;

    return begin(mh_cgi_script_new(r, pool), &message, error, status);
}

mh_cgi_script_t *mh_cgi_script_start_command(request_rec *r, mh_pool_t *pool,
                                             const char *command, int *status)
{
    mh_request_message_t message;
    int error = mh_request_message_command(r, pool, command, &message) ? 0
                                                                       : errno;
    mh_cgi_script_t *script = mh_cgi_script_new(r, pool);

    mh_cgi_script_input_end(script);
    return begin(script, &message, error, status);
}

/*
 * A lease goes on if its request has ended with a note. In all other cases, the
 * manager has ended it, or will end it when it sees the connection closed.
 */
static void close_lease(mh_cgi_script_t *script)
{
    mh_script_lease_t *lease = script->lease;

    script->lease = NULL;
    if (script->noted && script->connection && !script->last) {
        mh_script_lease_give(script->pool, lease, script->connection);
        script->connection = NULL;
        return;
    }
    mh_script_lease_drop(lease);
    if (script->noted && script->last)
        return;
    if (script->connection)
        mh_pool_connection_close(script->connection);
    script->connection = NULL;
}

void mh_cgi_script_close(mh_cgi_script_t *script)
{
    if (script->has_room)
        mh_cgi_script_end_serving(script);
    mh_cgi_script_close_fd(&script->in);
    mh_cgi_script_close_fd(&script->out);
    mh_cgi_script_close_fd(&script->err);
    script->unread_until = 0; /* a slow client may still be waited for */
    mh_cgi_script_listen(script);
    if (script->connection)
        mh_cgi_script_tell(script);
    if (script->lease)
        close_lease(script);
    if (!script->connection)
        return;
    if (script->end == MH_SCRIPT_RUNS)
        mh_pool_connection_close(script->connection);
    else
        mh_pool_connection_give(script->connection);
    script->connection = NULL;
}
