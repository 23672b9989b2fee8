/*
 * ask_run.c - see process.h: a script or a command that answers, by a lease or
 * by the manager.
 */
#include "module/gateway/process/part.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "module/common/message.h"
#include "module/gateway/process/end.h"
#include "shared/wire/channel.h"
#include "module/gateway/process/process_input.h"

/*
 * Makes the pipe for the input. A request without input gets /dev/null instead.
 * Returns an errno.
 */
static int make_input(mh_process_t *process, int *theirs)
{
    int ends[2];

    if (process->input.state == MH_INPUT_FINISHED) {
        *theirs = open("/dev/null", O_RDONLY | O_CLOEXEC);
        return *theirs < 0 ? errno : 0;
    }
    if (pipe2(ends, O_CLOEXEC))
        return errno;
    *theirs = ends[0];
    process->in = ends[1];
    return 0;
}

/* Puts the script's ends into theirs, ours into script. An errno. */
static int make_pipes(mh_process_t *process, int theirs[3])
{
    int error;

    theirs[0] = theirs[1] = theirs[2] = -1;
    error = make_input(process, &theirs[0]);
    return error ? error : mh_process_make_outputs(process, theirs);
}

/*
 * The template has the request. The manager learns of it only if it must act.
 */
static void begin_leased(mh_process_t *process, mh_script_lease_t *lease,
                         uint32_t id)
{
    process->run->lease = lease;
    process->run->leased = true;
    process->connection = lease->connection;
    lease->connection = NULL;
    process->id = id;
    process->unread_until = 0; /* its manager has nothing to read */
    mh_process_clock_begin(process);
}

/* False: the lease is gone. */
static bool send_by_lease(mh_process_t *process, mh_request_message_t *message,
                          const int theirs[3])
{
    mh_script_lease_t *lease;

    while ((lease = mh_script_lease_take(process->pool, &message->key))) {
        process->run->last = mh_script_lease_use(lease);
        mh_request_message_lease(message, process->run->last ? MH_LEASE_LAST
                                                             : MH_LEASE_QUIET);
        if (!mh_channel_send(lease->channel, message->data, message->size,
                             theirs, 3, MSG_DONTWAIT)) {
            begin_leased(process, lease, message->id);
            return true;
        }
        mh_script_lease_drop(lease);
    }
    mh_request_message_lease(message, MH_LEASE_NONE);
    return false;
}

static int run(mh_process_t *process, mh_request_message_t *message)
{
    int theirs[3];
    int error = make_pipes(process, theirs);

    process->run->note = message->note;
    process->run->key = message->key;
    if (message->key.data)
        process->run->mounted = mh_script_lease_mounts();
    if (!error && !send_by_lease(process, message, theirs))
        error = mh_process_send(process, message, theirs);
    for (int i = 0; i < 3; i++)
        mh_process_close_fd(&theirs[i]);
    mh_process_close_fd(&message->memory);
    return error;
}

/* error: the reason why there is no message. NULL, with the script closed: the
 * request could not be sent. */
static mh_process_t *begin(mh_process_t *process, mh_request_message_t *message,
                           int error, int *status)
{
    request_rec *r = process->r;

    if (message)
        error = run(process, message);
    if (message && !error)
        return process;
    mh_process_close(process);
    mh_log_rerror(APLOG_MARK, APLOG_ERR, error, r,
                  "MH3001: pool %s cannot be asked to run %s",
                  process->pool->name, r->filename);
    *status = mh_process_unasked(r, error);
    return NULL;
}

mh_process_t *mh_process_start(request_rec *r, mh_pool_t *pool,
                               mh_request_message_t *message, int *status)
{
    int error = message ? 0 : errno;
    mh_process_t *process = mh_process_new(r, pool, sizeof(mh_process_run_t));

    process->run = (void *)(process + 1);
    if (message && !message->body)
        mh_process_input_end(process);
    return begin(process, message, error, status);
}

/*
 * A lease goes on if its request has ended with a note. In all other cases, the
 * manager has ended it, or will end it when it sees the connection closed.
 */
void mh_process_end_run(mh_process_t *process)
{
    mh_process_run_t *run = process->run;
    mh_script_lease_t *lease = run->lease;

    if (!lease)
        return;
    run->lease = NULL;
    if (run->noted && process->connection && !run->last) {
        mh_script_lease_give(process->pool, lease, process->connection);
        process->connection = NULL;
        return;
    }
    mh_script_lease_drop(lease);
    if (run->noted && run->last)
        return;
    if (process->connection)
        mh_pool_connection_close(process->connection);
    process->connection = NULL;
}
