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

/* A stream of HTTP/2 tells nobody that the client takes data. */
static bool has_to_look(const mh_cgi_script_t *script, unsigned wanted)
{
    return wanted & MH_WAIT_CLIENT && script->client.fd < 0;
}

static bool client_takes(const mh_cgi_script_t *script)
{
    conn_rec *c = script->r->connection;

    return mh_flush_push(c) != APR_SUCCESS || !mh_flush_pending(c);
}

/* Events of wanted that have happened already. */
static unsigned state_of(mh_cgi_script_t *script, unsigned wanted)
{
    unsigned happened = 0;

    mh_cgi_script_look_for_note(script);
    if (script->end != MH_SCRIPT_RUNS || script->alive)
        happened |= MH_WAIT_END;
    if (script->input.state == MH_INPUT_FINISHED)
        happened |= MH_WAIT_INPUT_END;
    if (script->err < 0)
        happened |= MH_WAIT_STDERR_END;
    if (has_to_look(script, wanted) && client_takes(script))
        happened |= MH_WAIT_CLIENT;
    return happened & wanted;
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
    mh_cgi_script_close_fd(&script->err);
}

/*
 * A manager that does not run, or that cannot be started, reads nothing. The
 * kernel shows this, because it holds our message until it is read.
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
    if (apr_time_now() < script->unread_until &&
        mh_manager_process_expected(script->pool, script->unread_until))
        return;
    mh_cgi_script_give_up(script);
}

static unsigned look_at(mh_cgi_script_t *script,
                        const struct pollfd place[PLACES])
{
    unsigned happened = 0;

    if (place[STDERR].revents)
        read_stderr(script);
    if (place[MANAGER].revents)
        mh_cgi_script_take_message(script);
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
    long pause = has_to_look(script, wanted) ? TAKEN_PAUSE : 0;

    /* If the script has ended, the end of stderr usually is there at once. */
    if (wanted & MH_WAIT_STDERR_END && script->end == MH_SCRIPT_DONE &&
        script->err >= 0)
        read_stderr(script);
    while (true) {
        struct pollfd place[PLACES];
        int count;

        mh_cgi_script_input_advance(script);
        mh_cgi_script_clock_look(script);
        *happened = state_of(script, wanted);
        if (*happened)
            return APR_SUCCESS;
        set_places(script, wanted, place);
        count = wait_for(place, patience(script, left), &pause);
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
        *happened |= state_of(script, wanted);
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
