/*
 * worker_base.c - see worker_base.h.
 */
#include "pool/manager/workers/worker_base.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pool/manager/common/stuck.h"
#include "pool/manager/watch/dependencies.h"
#include "pool/manager/common/manager_state.h"
#include "pool/manager/common/notice.h"
#include "pool/manager/common/peer.h"
#include "pool/manager/common/counters.h"
#include "pool/manager/workers/worker.h"
#include "pool/manager/workers/worker_process.h"
#include "pool/common/hear.h"
#include "shared/wire/code.h"

#define RETRY_MAX 30 /* seconds */
/* A base that was ready for so long did not die of its start. */
#define LONG_LIFE (10 * MH_SECOND)
/* Starts that a signal may end before the waiting requests are refused. */
#define UNLUCKY 2

static mh_link_t bases = { &bases, &bases };
static mh_worker_base_t *current;   /* NULL: there is none */
static mh_worker_base_t *successor; /* will take its place */
static mh_timers_t start_timers;
static mh_timers_t retry_timers;
static mh_timers_t end_timers;
static mh_timer_t retry; /* until a successor is tried again */
static unsigned failures;
static uint64_t retry_from;
static bool exhausted; /* no process could be made for a base */
static bool killed;    /* a signal ended the last one, which need not recur */
static bool patient;   /* requests wait for the next base */

static void lose(mh_worker_base_t *base, int status);
static void begin_successor(void);

mh_link_t *mh_worker_base_all(void)
{
    return &bases;
}

static void start_took_too_long(mh_timer_t *timer)
{
    mh_worker_base_t *base = MH_OWNER(timer, mh_worker_base_t, timer);

    mh_notice(MH_ERROR, "MH3050: workers did not start within %llu seconds",
              (unsigned long long)mh_manager.settings->numbers.start_timeout);
    base->late = true;
    kill(base->pid, SIGKILL);
}

/* The base has closed its channel, but its process goes on. */
static void end_due(mh_timer_t *timer)
{
    kill(MH_OWNER(timer, mh_worker_base_t, timer)->pid, SIGKILL);
}

/* Requests that wait ask for a base themselves. */
static void retry_due(mh_timer_t *timer)
{
    if (current)
        begin_successor();
    else
        mh_worker_base_ready();
}

static void retry_soon(void)
{
    if (mh_link_empty(&retry.link))
        mh_timer_set(&retry_timers, &retry);
}

void mh_worker_base_setup(void)
{
    mh_loop_add_timers(&start_timers,
                       mh_manager.settings->numbers.start_timeout * MH_SECOND,
                       start_took_too_long);
    mh_loop_add_timers(&retry_timers, MH_SECOND / 4, retry_due);
    mh_loop_add_timers(&end_timers, MH_SECOND, end_due);
    mh_timer_init(&retry);
}

/* Processes of httpd with leases do not come to fetch notices. */
static void pass_notices(void)
{
    if (current)
        mh_worker_pass_notices(current);
}

static bool has_code(const char *line, size_t length)
{
    return mh_code_length(line) || mh_code_is_last(line, length);
}

/*
 * Lines that the base wrote before there was a request. Its workers have the
 * pipe too, and may outlive it.
 */
static void on_said(mh_source_t *source)
{
    char text[MH_NOTICE_MAX / 2];
    ssize_t size = read(source->fd, text, sizeof(text) - 1);
    char *line = text;

    if (size < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (size <= 0) {
        mh_loop_forget(source);
        return;
    }
    text[size] = '\0';
    while (*line) {
        size_t length = strcspn(line, "\n");

        if (length)
            mh_notice(MH_WARNING, "%s%.*s",
                      has_code(line, length) ? "" : "MH3051: ", (int)length,
                      line);
        line += length + (line[length] == '\n');
    }
    pass_notices();
}

/* The base takes no orders any more. */
static void end_orders(mh_worker_base_t *base)
{
    mh_timer_stop(&base->timer);
    mh_loop_forget(&base->control);
    if (current == base)
        current = NULL;
    if (successor == base)
        successor = NULL;
    base->retired = true;
}

static void drop(mh_worker_base_t *base)
{
    end_orders(base);
    mh_loop_forget(&base->said);
    if (base->owner)
        mh_dependencies_remove(base->owner);
    mh_link_remove(&base->link);
    mh_loop_free(base);
}

void mh_worker_base_left(mh_worker_base_t *base)
{
    if (base->retired && !base->worker_count)
        drop(base);
}

static void retire(mh_worker_base_t *base)
{
    if (current == base)
        current = NULL;
    base->retired = true;
    if (base->worker_count)
        mh_worker_retire_all(base);
    else
        drop(base);
}

static void back_off(void)
{
    unsigned seconds = failures < 5 ? 1U << failures : RETRY_MAX;

    failures++;
    retry_from = mh_loop_now() + seconds * MH_SECOND;
}

/* A base that has served for a while is started again at once, others later. */
static void note_loss(const mh_worker_base_t *base, int status)
{
    bool lasted = base->served && mh_loop_now() - base->since >= LONG_LIFE;

    if (lasted)
        retry_from = 0;
    else
        back_off();
    killed = WIFSIGNALED(status) && !base->late;
    patient = base->served || (killed && failures <= UNLUCKY);
}

/* The base has gone, in whatever state it was. */
static void lose(mh_worker_base_t *base, int status)
{
    bool was_current = current == base;

    note_loss(base, status);
    if (base->said.fd >= 0)
        on_said(&base->said);
    end_orders(base);
    base->pid = 0;
    base->worker_count++;
    mh_worker_lose_all(base);
    base->worker_count--;
    mh_worker_base_left(base);
    if (current)
        begin_successor();
    pass_notices();
    if (!was_current)
        return;
    if (patient)
        mh_worker_base_ready();
    else
        mh_worker_base_failed("its workers do not start: see this log");
}

/* The end of its process will say why its channel ended; until then nobody gets
 * a worker of this base. */
static void await_end(mh_worker_base_t *base)
{
    mh_loop_forget(&base->control);
    base->ready = false;
    base->ends = true;
    mh_timer_set(&end_timers, &base->timer);
}

static void take_ready(mh_worker_base_t *base, const mh_wire_message_t *message)
{
    mh_timer_stop(&base->timer);
    base->ready = base->served = true;
    base->since = mh_loop_now();
    base->perl = mh_wire_number(message, MH_TAG_PERL, 0);
    failures = 0;
    if (successor == base) {
        mh_worker_base_t *before = current;

        successor = NULL;
        current = base;
        if (before)
            retire(before);
    }
    mh_worker_base_ready();
    /* A file was changed while the base read it. */
    if (base == current)
        begin_successor();
}

static bool take(mh_worker_base_t *base, const mh_wire_message_t *message)
{
    if (!mh_peer_may(MH_PEER_WORKER_BASE, message))
        return false;
    switch (message->type) {
    case MH_WIRE_READY:
        take_ready(base, message);
        return true;
    case MH_WIRE_FORK:
        mh_worker_born(base, message->id, mh_peer_pid(message));
        return true;
    case MH_WIRE_DONE:
        if (mh_peer_pid(message))
            mh_worker_ended(base, mh_peer_pid(message),
                            (int)mh_wire_number(message, MH_TAG_STATUS, 0));
        return true;
    case MH_WIRE_DEPENDS:
        return !base->owner ||
               !mh_dependencies_add(base->owner, &message->field[MH_TAG_FILES]);
    default:
        return false;
    }
}

static void on_packet(mh_source_t *source)
{
    static mh_channel_packet_t packet;
    mh_worker_base_t *base = MH_OWNER(source, mh_worker_base_t, control);
    int error = mh_hear(source->fd, &packet);

    if (error == EAGAIN)
        return;
    if (!error && !packet.size) {
        await_end(base);
    } else if (error || !take(base, &packet.message)) {
        mh_peer_end(MH_PEER_WORKER_BASE, base->pid);
        lose(base, SIGKILL);
    }
}

static mh_worker_base_t *start(void)
{
    mh_worker_base_t *base = calloc(1, sizeof(*base));
    int ends[2];
    int said[2];
    int error = base ? mh_worker_process_start(ends, said, &base->pid) : ENOMEM;

    if (error) {
        mh_notice(MH_ERROR, "MH3052: no process for workers: %s",
                  strerror(error));
        free(base);
        back_off();
        exhausted = true;
        return NULL;
    }
    exhausted = false;
    base->said.fd = -1;
    mh_link_init(&base->free);
    mh_link_init(&base->busy);
    mh_timer_init(&base->timer);
    mh_link_append(&bases, &base->link);
    base->owner = mh_manager_number();
    base->since = mh_loop_now();
    mh_loop_watch(&base->control, ends[0], on_packet);
    mh_loop_watch(&base->said, said[0], on_said);
    mh_timer_set(&start_timers, &base->timer);
    return base;
}

/* The base's code has changed; a successor that does not start is tried again
 * after a while. */
static void begin_successor(void)
{
    if (current->owner || !current->ready || successor || mh_manager.stopping)
        return;
    if (mh_loop_now() >= retry_from)
        successor = start();
    if (!successor)
        retry_soon();
}

mh_worker_base_t *mh_worker_base_current(const char **why)
{
    if (current) {
        begin_successor();
        return current;
    }
    *why = "its workers do not start: see this log";
    if (!mh_manager.settings->httpd) {
        *why = "it can have no workers";
        return NULL;
    }
    if (mh_loop_now() >= retry_from)
        return current = start();
    if (patient) {
        *why = NULL;
        retry_soon();
    }
    return NULL;
}

int mh_worker_base_order(const mh_worker_base_t *base, uint32_t id, int channel)
{
    const mh_pool_numbers_t *numbers = &mh_manager.settings->numbers;
    char buffer[64 + sizeof(*numbers)];
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_FORK, id);
    mh_wire_put(&writer, MH_TAG_POOL_NUMBERS, numbers, sizeof(*numbers));
    return mh_channel_send(base->control.fd, buffer, mh_wire_end(&writer),
                           &channel, 1, MSG_DONTWAIT);
}

static void note_end(int status)
{
    char how[MH_NOTICE_HOW];

    mh_notice(MH_ERROR, "MH3053: the process that workers come from ended: %s",
              mh_notice_how(status, how, sizeof(how)));
    pass_notices();
}

bool mh_worker_base_ended(pid_t pid, int status)
{
    for (mh_link_t *link = bases.next; link != &bases; link = link->next) {
        mh_worker_base_t *base = MH_OWNER(link, mh_worker_base_t, link);

        bool matters = !base->retired || base->worker_count;

        if (base->pid != pid)
            continue;
        if (!base->retired)
            mh_counters_count(MH_COUNT_LOST);
        lose(base, status);
        /* Processes of httpd whose leases end with the base fetch no
         * notices. */
        if (matters)
            note_end(status);
        return true;
    }
    return false;
}

/* The present base goes on until its successor is ready. */
bool mh_worker_base_changed(uint64_t owner)
{
    for (mh_link_t *link = bases.next; link != &bases; link = link->next) {
        mh_worker_base_t *base = MH_OWNER(link, mh_worker_base_t, link);

        if (base->owner != owner)
            continue;
        base->owner = 0;
        if (base == current)
            begin_successor();
        return true;
    }
    return false;
}

mh_wire_reason_e mh_worker_base_reason(void)
{
    return exhausted || killed ? MH_REASON_RESOURCES : MH_REASON_INVALID;
}

/* A base that starts has a timer of its own; this only finds one that was
 * stopped. */
static bool is_stuck(const mh_worker_base_t *base)
{
    uint64_t since = base->ready ? mh_worker_owed(base)
                                 : mh_loop_now() - MH_SECOND;

    return since && !base->ends &&
           mh_stuck_ends(MH_PEER_WORKER_BASE, base->pid, since, false);
}

void mh_worker_base_look(void)
{
    mh_link_t *link = bases.next;

    while (link != &bases) {
        mh_worker_base_t *base = MH_OWNER(link, mh_worker_base_t, link);

        link = link->next;
        if (is_stuck(base)) {
            lose(base, SIGKILL);
            return; /* the ring may be another */
        }
        mh_worker_look(base);
    }
}
