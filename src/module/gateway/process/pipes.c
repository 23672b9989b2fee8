/*
 * pipes.c - see process.h: the pipes of a process, its request, and its close.
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

/* A script may be silent; it is ended this long after its client has gone. */
#define CLOSED_GRACE apr_time_from_sec(30)

void mh_process_close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static apr_status_t close_script(void *data)
{
    mh_process_close(data);
    return APR_SUCCESS;
}

mh_process_t *mh_process_new(request_rec *r, mh_pool_t *pool, size_t part)
{
    apr_pool_t *p = r->main ? r->main->pool : r->pool;
    mh_process_t *process = apr_pcalloc(p, sizeof(*process) + part);

    process->r = r;
    process->pool = pool;
    process->in = process->out = process->err = -1;
    mh_client_watch_begin(&process->client, r, CLOSED_GRACE);
    process->unread_until = mh_pool_connection_patience(pool);
    /* A program that httpd starts meanwhile must not read our messages. */
    apr_pool_cleanup_register(p, process, close_script, apr_pool_cleanup_null);
    return process;
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

int mh_process_make_outputs(mh_process_t *process, int theirs[3])
{
    int ends[2];

    if (pipe2(ends, O_CLOEXEC))
        return errno;
    process->out = own_end(ends[0]);
    theirs[1] = ends[1];
    if (pipe2(ends, O_CLOEXEC))
        return errno;
    process->err = own_end(ends[0]);
    theirs[2] = ends[1];
    return 0;
}

static int count_fds(const int fds[4])
{
    return fds[3] < 0 ? 3 : 4;
}

/* An errno; the connection is then closed. */
static int send_on(mh_process_t *process, const mh_request_message_t *message,
                   const int fds[4])
{
    int error;

    if (!process->connection)
        return errno;
    error = mh_channel_send(process->connection->fd, message->data,
                            message->size, fds, count_fds(fds), MSG_DONTWAIT);
    if (error) {
        mh_pool_connection_close(process->connection);
        process->connection = NULL;
    }
    return error;
}

/*
 * The manager of an idle connection may have gone since: then a new connection
 * is tried.
 */
int mh_process_send(mh_process_t *process, const mh_request_message_t *message,
                    const int theirs[3])
{
    const int fds[4] = { theirs[0], theirs[1], theirs[2], message->memory };
    bool fresh;
    int error;

    process->id = message->id;
    process->connection = mh_pool_connection_take(process->pool,
                                                  &process->client);
    fresh = !process->connection || process->connection->fresh;
    error = send_on(process, message, fds);
    if (error && !fresh) {
        process->connection = mh_pool_connection_new(process->pool,
                                                     &process->client);
        error = send_on(process, message, fds);
    }
    return error;
}

void mh_process_close(mh_process_t *process)
{
    if (process->worker && process->worker->has_room)
        mh_process_end_serving(process);
    mh_process_close_fd(&process->in);
    mh_process_close_fd(&process->out);
    mh_process_close_fd(&process->err);
    process->unread_until = 0; /* a slow client may still be waited for */
    mh_process_listen(process);
    if (process->connection)
        mh_process_tell(process);
    if (process->run)
        mh_process_end_run(process);
    if (!process->connection)
        return;
    if (process->end == MH_PROCESS_RUNS)
        mh_pool_connection_close(process->connection);
    else
        mh_pool_connection_give(process->connection);
    process->connection = NULL;
}
