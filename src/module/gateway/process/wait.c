/*
 * wait.c - the one place where a thread waits for a script's pipes, its
 * manager and its client: see process.h.
 */
#include "module/gateway/process/process.h"

#include <errno.h>
#include <poll.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "module/gateway/process/part.h"
#include "module/gateway/client/flush.h"
#include "module/gateway/pools/manager_process.h"
#include "module/gateway/process/process_input.h"

/* ms for which an unfinished line of stderr waits for its rest. */
#define LINE_PAUSE 50
/* ms between reads of a filtered body: filters have timers of their own. */
#define INPUT_PAUSE 1000
/* ms between checks whether the manager has read a request. */
#define UNREAD_PAUSE 1000
/* us between looks whether a client without a socket of its own has taken data:
 * at first, and at most. */
#define TAKEN_PAUSE 100
#define TAKEN_PAUSE_MAX 100000

enum { STDERR, MANAGER, OUTPUT, STDIN, CLIENT, PLACES };

/* A stream of HTTP/2 gives no sign when the client takes data. */
static bool has_to_look(const mh_process_t *process, unsigned wanted)
{
    return wanted & MH_WAIT_CLIENT && process->client.fd < 0;
}

static bool client_takes(const mh_process_t *process)
{
    conn_rec *c = process->r->connection;

    return mh_flush_push(c) != APR_SUCCESS || !mh_flush_pending(c);
}

/* Events of wanted that have happened already. */
static unsigned state_of(mh_process_t *process, unsigned wanted)
{
    unsigned happened = 0;

    mh_process_look_for_note(process);
    if (process->end != MH_PROCESS_RUNS || process->alive)
        happened |= MH_WAIT_END;
    if (process->input.state == MH_INPUT_FINISHED)
        happened |= MH_WAIT_INPUT_END;
    if (process->err < 0)
        happened |= MH_WAIT_STDERR_END;
    if (has_to_look(process, wanted) && client_takes(process))
        happened |= MH_WAIT_CLIENT;
    return happened & wanted;
}

static void set_places(const mh_process_t *process, unsigned wanted,
                       struct pollfd place[PLACES])
{
    mh_input_state_e input = process->input.state;
    bool runs = process->connection && process->end == MH_PROCESS_RUNS;
    short client = mh_client_watch_events(&process->client);

    if (wanted & MH_WAIT_CLIENT)
        client |= POLLOUT;
    if (input == MH_INPUT_NEEDS_CLIENT)
        client |= POLLIN;
    for (int i = 0; i < PLACES; i++)
        place[i] = (struct pollfd){ .fd = -1, .events = POLLIN };
    place[STDERR].fd = process->err;
    place[MANAGER].fd = runs ? process->connection->fd : -1;
    place[OUTPUT].fd = wanted & MH_WAIT_OUTPUT ? process->out : -1;
    place[STDIN].fd = input == MH_INPUT_NEEDS_SCRIPT ? process->in : -1;
    place[STDIN].events = POLLOUT;
    place[CLIENT].fd = process->client.fd;
    place[CLIENT].events = client;
}

/* ms until the next check is due, -1: none. */
static int own_patience(const mh_process_t *process, apr_interval_time_t left)
{
    const mh_process_input_t *input = &process->input;
    apr_interval_time_t ms = left < 0 ? -1 : (left + 999) / 1000;
    int limit = -1;

    if (input->state == MH_INPUT_NEEDS_CLIENT && process->client.fd < 0)
        limit = input->pause;
    else if (input->state == MH_INPUT_NEEDS_CLIENT ||
             input->state == MH_INPUT_NEEDS_SCRIPT)
        limit = INPUT_PAUSE;
    if (process->lines.used && (limit < 0 || limit > LINE_PAUSE))
        limit = LINE_PAUSE;
    if (limit < 0 && process->unread_until)
        limit = UNREAD_PAUSE;
    if (limit < 0 || (ms >= 0 && ms < limit))
        return ms > INT32_MAX ? INT32_MAX : (int)ms;
    return limit;
}

static int patience(const mh_process_t *process, apr_interval_time_t left)
{
    int ms = mh_client_watch_patience(&process->client,
                                      own_patience(process, left));

    return mh_process_clock_patience(process, ms);
}

/*
 * As poll(). It also returns -1 if only the pause was over (0: there is no
 * pause). The next pause is longer.
 */
static int wait_for(struct pollfd place[PLACES], int ms, long *pause)
{
    const struct timespec look = { .tv_nsec = *pause * 1000 };
    int count;

    if (!*pause || (ms >= 0 && ms * 1000L <= *pause))
        return poll(place, PLACES, ms);
    count = ppoll(place, PLACES, &look, NULL);
    *pause += *pause < TAKEN_PAUSE_MAX ? *pause / 4 : 0;
    if (count)
        return count;
    errno = EINTR;
    return -1;
}

/* Reads all that a pipe can hold, because it comes before later lines. */
static void read_stderr(mh_process_t *process)
{
    char data[65536];
    ssize_t size = read(process->err, data, sizeof(data));

    if (size < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (size > 0) {
        mh_process_said(process->r, &process->lines, data, (size_t)size);
        return;
    }
    mh_process_said_all(process->r, &process->lines);
    mh_process_close_fd(&process->err);
}

/*
 * A manager that does not run, or that cannot be started, reads nothing. The
 * kernel shows this, because it holds our message until it is read.
 */
static void check_unread(mh_process_t *process)
{
    int unread = 0;

    if (!process->unread_until || process->end != MH_PROCESS_RUNS)
        return;
    if (ioctl(process->connection->fd, SIOCOUTQ, &unread) || !unread) {
        process->unread_until = 0;
        return;
    }
    if (apr_time_now() < process->unread_until &&
        mh_manager_process_expected(process->pool, process->unread_until))
        return;
    mh_process_give_up(process);
}

static unsigned look_at(mh_process_t *process,
                        const struct pollfd place[PLACES])
{
    unsigned happened = 0;

    if (place[STDERR].revents)
        read_stderr(process);
    if (place[MANAGER].revents)
        mh_process_take_message(process);
    if (place[OUTPUT].revents)
        happened |= MH_WAIT_OUTPUT;
    if (place[CLIENT].revents & (POLLOUT | POLLERR | POLLHUP))
        happened |= MH_WAIT_CLIENT;
    return happened;
}

apr_status_t mh_process_wait(mh_process_t *process, unsigned wanted,
                             apr_interval_time_t timeout, unsigned *happened)
{
    apr_time_t end = timeout < 0 ? 0 : apr_time_now() + timeout;
    apr_interval_time_t left = timeout;
    long pause = has_to_look(process, wanted) ? TAKEN_PAUSE : 0;

    /* If the script has ended, the end of stderr usually is there at once. */
    if (wanted & MH_WAIT_STDERR_END && process->end == MH_PROCESS_DONE &&
        process->err >= 0)
        read_stderr(process);
    while (true) {
        struct pollfd place[PLACES];
        int count;

        mh_process_input_advance(process);
        mh_process_clock_look(process);
        *happened = state_of(process, wanted);
        if (*happened)
            return APR_SUCCESS;
        set_places(process, wanted, place);
        count = wait_for(place, patience(process, left), &pause);
        if (count < 0 && errno != EINTR)
            return errno;
        if (count == 0) {
            mh_process_said_all(process->r, &process->lines);
            check_unread(process);
        }
        if (count > 0)
            *happened = look_at(process, place);
        if (mh_client_watch_note(&process->client,
                                 count > 0 ? place[CLIENT].revents : 0))
            return APR_ECONNABORTED;
        *happened |= state_of(process, wanted);
        if (*happened)
            return APR_SUCCESS;
        left = timeout < 0 ? -1 : end - apr_time_now();
        if (timeout >= 0 && left <= 0)
            return APR_TIMEUP;
    }
}

/*
 * A worker that stays keeps its end of the pipe open. So only data can come,
 * and FIONREAD shows them for a third of the cost of poll().
 */
void mh_process_hear(mh_process_t *process)
{
    unsigned happened;
    int size = 0;

    if (!process->worker || !process->worker->keeps ||
        ioctl(process->err, FIONREAD, &size) || size)
        mh_process_wait(process, MH_WAIT_STDERR_END, 0, &happened);
}
