/*
 * script.c - see script.h.
 */
#include "module/gateway/cgi/script.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "module/gateway/cgi/config.h"
#include "module/gateway/cgi/request_message.h"
#include "module/gateway/cgi/script_end.h"
#include "module/gateway/cgi/script_part.h"
#include "module/gateway/pools/manager_process.h"
#include "shared/wire/channel.h"
#include "module/common/message.h"

/* ms for which an unfinished line of stderr waits for its rest. */
#define LINE_PAUSE 50
/* ms between reads of a filtered body: filters have timers of their own. */
#define INPUT_PAUSE 1000
/* ms between checks whether the manager has read a request. */
#define UNREAD_PAUSE 1000
/* Time for DONE after the end of the output, before the manager is asked. */
#define DONE_PAUSE apr_time_from_msec(20)
/* More notices than a manager keeps (pool/manager/common/notice.c). */
#define NOTICES 80
/* Seconds after which a client should come back. */
#define RETRY 2

/* A script may be silent; it is ended this long after its client has gone. */
#define CLOSED_GRACE apr_time_from_sec(30)

enum { STDERR, MANAGER, OUTPUT, STDIN, CLIENT, PLACES };

static bool note_message(mh_cgi_script_t *script);
static void take_messages(mh_cgi_script_t *script);
static void lose_manager(mh_cgi_script_t *script, int error);

static void close_fd(int *fd)
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
    if (pool->numbers.start_timeout)
        script->unread_until = apr_time_now() +
                               apr_time_from_sec(pool->numbers.start_timeout);
    /* A program that httpd starts meanwhile must not read our messages. */
    apr_pool_cleanup_register(p, script, close_script, apr_pool_cleanup_null);
    return script;
}

/*
 * A process with the other end of a pipe can open it for reading too, and take
 * the data that poll() has promised us: so reads must not wait. Only our end is
 * changed.
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

/* No pipe if the input has ended before the beginning. An errno. */
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

/* False: there is no lease for such a request any more. */
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
    if (!error && !send_by_lease(script, message, theirs))
        error = mh_cgi_script_send(script, message, theirs);
    for (int i = 0; i < 3; i++)
        close_fd(&theirs[i]);
    close_fd(&message->memory);
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

static bool has_noted(mh_cgi_script_t *script)
{
    const mh_ledger_entry_t *ledger = mh_manager_process_ledger(script->pool);

    if (!script->noted)
        script->noted = ledger && mh_ledger_look(ledger, &script->note);
    return script->noted;
}

/*
 * A run that has come to its end has noted so. The manager's earlier messages
 * about it come first; a loss of the manager makes no difference any more. The
 * messages about a request of a lease come later, and do not matter.
 */
static void look_for_note(mh_cgi_script_t *script)
{
    if (script->end != MH_SCRIPT_RUNS || !has_noted(script))
        return;
    if (!script->leased)
        take_messages(script);
    if (script->end == MH_SCRIPT_RUNS || script->end == MH_SCRIPT_LOST)
        script->end = MH_SCRIPT_DONE;
}

/* Events that have happened already. */
static unsigned state_of(mh_cgi_script_t *script)
{
    unsigned happened = 0;

    look_for_note(script);
    if (script->end != MH_SCRIPT_RUNS || script->alive)
        happened |= MH_WAIT_END;
    if (script->input.state == MH_INPUT_FINISHED)
        happened |= MH_WAIT_INPUT_END;
    if (script->err < 0)
        happened |= MH_WAIT_STDERR_END;
    return happened;
}

static void set_places(const mh_cgi_script_t *script, unsigned wanted,
                       struct pollfd place[PLACES])
{
    mh_input_state_e input = script->input.state;
    bool runs = script->connection && script->end == MH_SCRIPT_RUNS;
    short client = mh_client_watch_events(&script->client);

    if (wanted & MH_WAIT_CLIENT)
        client |= POLLOUT;
    if (input == MH_INPUT_NEEDS_CLIENT)
        client |= POLLIN;
    for (int i = 0; i < PLACES; i++)
        place[i] = (struct pollfd){ .fd = -1, .events = POLLIN };
    place[STDERR].fd = script->err;
    place[MANAGER].fd = runs ? script->connection->fd : -1;
    place[OUTPUT].fd = wanted & MH_WAIT_OUTPUT ? script->out : -1;
    place[STDIN].fd = input == MH_INPUT_NEEDS_SCRIPT ? script->in : -1;
    place[STDIN].events = POLLOUT;
    place[CLIENT].fd = script->client.fd;
    place[CLIENT].events = client;
}

/* ms until the next check is due, -1: none. */
static int own_patience(const mh_cgi_script_t *script, apr_interval_time_t left)
{
    const mh_cgi_script_input_t *input = &script->input;
    apr_interval_time_t ms = left < 0 ? -1 : (left + 999) / 1000;
    int limit = -1;

    if (input->state == MH_INPUT_NEEDS_CLIENT && script->client.fd < 0)
        limit = input->pause;
    else if (input->state == MH_INPUT_NEEDS_CLIENT ||
             input->state == MH_INPUT_NEEDS_SCRIPT)
        limit = INPUT_PAUSE;
    if (script->lines.used && (limit < 0 || limit > LINE_PAUSE))
        limit = LINE_PAUSE;
    if (limit < 0 && script->unread_until)
        limit = UNREAD_PAUSE;
    if (limit < 0 || (ms >= 0 && ms < limit))
        return ms > INT32_MAX ? INT32_MAX : (int)ms;
    return limit;
}

static int patience(const mh_cgi_script_t *script, apr_interval_time_t left)
{
    int ms = mh_client_watch_patience(&script->client,
                                      own_patience(script, left));

    return mh_cgi_script_clock_patience(script, ms);
}

/* Reads all that a pipe can hold: it comes before later lines. */
static void read_stderr(mh_cgi_script_t *script)
{
    char data[65536];
    ssize_t size = read(script->err, data, sizeof(data));

    if (size < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (size > 0) {
        mh_cgi_script_said(script->r, &script->lines, data, (size_t)size);
        return;
    }
    mh_cgi_script_said_all(script->r, &script->lines);
    close_fd(&script->err);
}

/*
 * A manager that does not run, or that cannot be started, reads nothing. The
 * kernel knows: it holds our message until then.
 */
static void check_unread(mh_cgi_script_t *script)
{
    int unread = 0;

    if (!script->unread_until || script->end != MH_SCRIPT_RUNS)
        return;
    if (ioctl(script->connection->fd, SIOCOUTQ, &unread) || !unread) {
        script->unread_until = 0;
        return;
    }
    if (apr_time_now() < script->unread_until)
        return;
    script->end = MH_SCRIPT_REFUSED;
    script->reason = MH_REASON_RESOURCES;
    script->text = "its manager does not answer";
    script->retry = RETRY;
    mh_pool_connection_close(script->connection);
    script->connection = NULL;
}

static unsigned look_at(mh_cgi_script_t *script,
                        const struct pollfd place[PLACES])
{
    unsigned happened = 0;

    if (place[STDERR].revents)
        read_stderr(script);
    if (place[MANAGER].revents)
        note_message(script);
    if (place[OUTPUT].revents)
        happened |= MH_WAIT_OUTPUT;
    if (place[CLIENT].revents & (POLLOUT | POLLERR | POLLHUP))
        happened |= MH_WAIT_CLIENT;
    return happened;
}

apr_status_t mh_cgi_script_wait(mh_cgi_script_t *script, unsigned wanted,
                                apr_interval_time_t timeout, unsigned *happened)
{
    apr_time_t end = timeout < 0 ? 0 : apr_time_now() + timeout;
    apr_interval_time_t left = timeout;

    /* If the script has ended, the end of stderr usually is there at once. */
    if (wanted & MH_WAIT_STDERR_END && script->end == MH_SCRIPT_DONE &&
        script->err >= 0)
        read_stderr(script);
    while (true) {
        struct pollfd place[PLACES];
        int count;

        mh_cgi_script_input_advance(script);
        mh_cgi_script_clock_look(script);
        *happened = state_of(script) & wanted;
        if (*happened)
            return APR_SUCCESS;
        set_places(script, wanted, place);
        count = poll(place, PLACES, patience(script, left));
        if (count < 0 && errno != EINTR)
            return errno;
        if (count == 0) {
            mh_cgi_script_said_all(script->r, &script->lines);
            check_unread(script);
        }
        if (count > 0)
            *happened = look_at(script, place);
        if (mh_client_watch_note(&script->client,
                                 count > 0 ? place[CLIENT].revents : 0))
            return APR_ECONNABORTED;
        *happened |= state_of(script) & wanted;
        if (*happened)
            return APR_SUCCESS;
        left = timeout < 0 ? -1 : end - apr_time_now();
        if (timeout >= 0 && left <= 0)
            return APR_TIMEUP;
    }
}

/*
 * A worker that stays still has its end of the pipe open: the pipe's size says
 * all, for a third of the cost of poll().
 */
void mh_cgi_script_hear(mh_cgi_script_t *script)
{
    unsigned happened;
    int size = 0;

    if (!script->keeps || ioctl(script->err, FIONREAD, &size) || size)
        mh_cgi_script_wait(script, MH_WAIT_STDERR_END, 0, &happened);
}

/* Logs a notice of the manager. */

static void log_notice(const mh_cgi_script_t *script,
                       const mh_wire_message_t *message)
{
    const char *text = mh_wire_string(message, MH_TAG_TEXT);
    uint64_t level = mh_wire_number(message, MH_TAG_LEVEL, APLOG_ERR);

    if (level > APLOG_DEBUG)
        level = APLOG_DEBUG;
    if (text)
        mh_log_about(script->r, (int)level,
                     apr_pstrcat(script->r->pool, "pool ", script->pool->name,
                                 NULL),
                     text);
}

static void note_refusal(mh_cgi_script_t *script,
                         const mh_wire_message_t *message)
{
    const char *text = mh_wire_string(message, MH_TAG_TEXT);

    script->reason = (mh_wire_reason_e)mh_wire_number(message, MH_TAG_REASON,
                                                      MH_REASON_INVALID);
    if (script->reason == MH_REASON_ALIVE) {
        script->alive = true;
        return;
    }
    script->end = MH_SCRIPT_REFUSED;
    script->retry = (unsigned)mh_wire_number(message, MH_TAG_RETRY, 0);
    script->text = text ? apr_pstrdup(script->r->pool, text) : NULL;
}

/* The manager's answer, or what it says of the end of a lease. */
static bool is_about(const mh_cgi_script_t *script,
                     const mh_wire_message_t *message)
{
    return message->id == script->id || (script->leased && !message->id);
}

/* A lease may come after the note of its first request: that is too late. */
static void take_lease(mh_cgi_script_t *script, mh_channel_packet_t *packet)
{
    if (!script->lease && packet->message.id == script->id)
        script->lease = mh_script_lease_make(&script->key, packet);
}

/* The end of a template says nothing of a run that came to its end before. */
static void note_done(mh_cgi_script_t *script, const mh_wire_message_t *message)
{
    script->end = MH_SCRIPT_DONE;
    if (!script->leased || !has_noted(script))
        script->status = (int)mh_wire_number(message, MH_TAG_STATUS, 0);
}

/* False: there is no message, or there will be none. */
static bool note_message(mh_cgi_script_t *script)
{
    mh_channel_packet_t packet;
    const mh_wire_message_t *message = &packet.message;
    int error = mh_channel_receive(script->connection->fd, &packet,
                                   MSG_DONTWAIT);

    if (error == EAGAIN)
        return false;
    if (error || !packet.size) {
        lose_manager(script, error);
        return false;
    }
    if (message->type == MH_WIRE_LEASE)
        take_lease(script, &packet);
    mh_channel_drop(&packet);
    if (message->type == MH_WIRE_LEASE)
        return true;
    else if (message->type == MH_WIRE_NOTICE)
        log_notice(script, message);
    else if (!is_about(script, message))
        return true; /* an answer that crossed our last question */
    else if (message->type == MH_WIRE_WAITS || message->type == MH_WIRE_STARTS)
        script->waits = message->type == MH_WIRE_WAITS;
    else if (message->type == MH_WIRE_DONE)
        note_done(script, message);
    else if (message->type == MH_WIRE_REFUSED)
        note_refusal(script, message);
    else
        lose_manager(script, EPROTO);
    return script->end == MH_SCRIPT_RUNS;
}

/* Notices about the pool come before the answer. */
static void take_messages(mh_cgi_script_t *script)
{
    for (int i = 0; i < NOTICES; i++)
        if (!script->connection || script->end != MH_SCRIPT_RUNS ||
            !note_message(script))
            break;
}

void mh_cgi_script_listen(mh_cgi_script_t *script)
{
    look_for_note(script);
    take_messages(script);
}

/* The kernel says whether the manager had read our request, and the manager
 * said later what it did with it. */
static void lose_manager(mh_cgi_script_t *script, int error)
{
    script->unheard = !script->leased &&
                      (error == ECONNRESET || (!error && script->waits));
    script->end = MH_SCRIPT_LOST;
    mh_pool_connection_close(script->connection);
    script->connection = NULL;
}

static bool ask_for_end(mh_cgi_script_t *script)
{
    char data[64];
    mh_wire_writer_t writer;
    size_t size;

    mh_wire_begin(&writer, data, sizeof(data), MH_WIRE_ENDED, script->id);
    size = mh_wire_end(&writer);
    return !mh_channel_send(script->connection->fd, data, size, NULL, 0,
                            MSG_DONTWAIT);
}

bool mh_cgi_script_learn_end(mh_cgi_script_t *script)
{
    unsigned happened;

    if (mh_cgi_script_wait(script, MH_WAIT_END, DONE_PAUSE, &happened) ==
        APR_SUCCESS)
        return true;
    if (!ask_for_end(script)) {
        lose_manager(script, 0);
        return true;
    }
    return mh_cgi_script_wait(script, MH_WAIT_END,
                              mh_cgi_timeout(script->r, script->serves),
                              &happened) == APR_SUCCESS;
}

/*
 * A lease goes on if its request has ended with a note. In all other cases the
 * manager has ended it, or must: it sees the connection closed.
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
    close_fd(&script->in);
    close_fd(&script->out);
    close_fd(&script->err);
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
