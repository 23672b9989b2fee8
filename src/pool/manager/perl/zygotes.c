/*
 * zygotes.c - see zygotes.h.
 */
#include "pool/manager/perl/zygotes.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "pool/manager/common/stuck.h"
#include "pool/manager/perl/template_lease.h"
#include "pool/manager/perl/bases.h"
#include "pool/manager/perl/children.h"
#include "pool/manager/watch/dependencies.h"
#include "pool/manager/common/manager_state.h"
#include "pool/manager/perl/process_events.h"
#include "pool/manager/jobs/slots.h"
#include "pool/manager/common/counters.h"

static mh_link_t zygotes = { &zygotes, &zygotes };
static unsigned zygote_count;
static mh_timers_t start_timers;
static mh_timers_t idle_timers;

static void settle(mh_zygote_t *zygote, mh_outcome_e outcome,
                   const mh_wire_message_t *message);

static void start_took_too_long(mh_timer_t *timer)
{
    mh_zygote_t *zygote = MH_OWNER(timer, mh_zygote_t, timer);

    /* A base that does not even fork is hung. */
    if (!zygote->pid && zygote->base && zygote->base->ready)
        kill(zygote->base->pid, SIGKILL);
    settle(zygote, MH_OUTCOME_SLOW, NULL);
}

/* The zygote stays as long as there is memory for it: keep_within(). */
static void idle_too_long(mh_timer_t *timer)
{
    mh_children_release(MH_OWNER(timer, mh_zygote_t, timer));
}

void mh_zygote_setup(void)
{
    const mh_pool_numbers_t *numbers = &mh_manager.settings->numbers;

    mh_loop_add_timers(&start_timers, numbers->start_timeout * MH_SECOND,
                       start_took_too_long);
    mh_loop_add_timers(&idle_timers, numbers->idle_timeout * MH_SECOND,
                       idle_too_long);
}

mh_link_t *mh_zygote_all(void)
{
    return &zygotes;
}

mh_zygote_t *mh_zygote_of_pid(pid_t pid)
{
    mh_link_t *link = zygotes.next;

    for (; link != &zygotes; link = link->next) {
        mh_zygote_t *zygote = MH_OWNER(link, mh_zygote_t, link);

        if (pid > 0 && zygote->pid == pid)
            return zygote;
    }
    return NULL;
}

static void give_slot(mh_zygote_t *zygote)
{
    if (zygote->holds_slot)
        mh_slots_give_compiled();
    zygote->holds_slot = false;
}

/* The process sees its channel closed and ends, with all below it. */
static void finish(mh_zygote_t *zygote)
{
    mh_base_t *base = zygote->base;

    give_slot(zygote);
    mh_timer_stop(&zygote->timer);
    mh_children_release(zygote);
    mh_children_orphan(zygote);
    mh_loop_forget(&zygote->control);
    mh_dependencies_remove(zygote->owner);
    mh_link_remove(&zygote->link);
    mh_link_remove(&zygote->sibling);
    zygote_count--;
    mh_loop_free(zygote);
    if (base)
        mh_base_left(base);
}

void mh_zygote_child_left(mh_zygote_t *zygote)
{
    if (zygote->state == MH_ZYGOTE_RETIRED && mh_link_empty(&zygote->busy))
        finish(zygote);
}

void mh_zygote_retire(mh_zygote_t *zygote)
{
    /* A script that compiles may be in any code, and need not look at its
     * channel. */
    if (zygote->state == MH_ZYGOTE_STARTING && zygote->pid > 0)
        kill(zygote->pid, SIGKILL);
    zygote->state = MH_ZYGOTE_RETIRED;
    zygote->script = NULL;
    mh_timer_stop(&zygote->timer);
    give_slot(zygote);
    mh_children_recall(zygote);
    mh_children_release(zygote);
    mh_zygote_child_left(zygote);
}

/* The zygote's start is over. Its script decides what comes next. */
static void settle(mh_zygote_t *zygote, mh_outcome_e outcome,
                   const mh_wire_message_t *message)
{
    give_slot(zygote);
    /* Files are known only now, and may have changed meanwhile. */
    mh_dependencies_look(zygote->owner);
    mh_process_events()->files();
    if (zygote->state != MH_ZYGOTE_STARTING)
        return; /* they have changed: the zygote was retired */
    if (outcome == MH_OUTCOME_READY)
        zygote->state = MH_ZYGOTE_READY;
    if (zygote->script)
        mh_process_events()->settled(zygote, outcome, message);
    if (outcome == MH_OUTCOME_READY)
        return;
    if (outcome != MH_OUTCOME_SLOW)
        zygote->state = MH_ZYGOTE_RETIRED; /* the process ends by itself */
    mh_zygote_retire(zygote);
}

/* The zygote has gone, or broken the protocol. */
static void lose(mh_zygote_t *zygote)
{
    if (zygote->state != MH_ZYGOTE_RETIRED)
        mh_counters_count(MH_COUNT_LOST);
    mh_children_orphan(zygote);
    if (zygote->state == MH_ZYGOTE_STARTING)
        settle(zygote, MH_OUTCOME_LOST, NULL);
    else if (zygote->script)
        mh_process_events()->gone(zygote);
    else
        finish(zygote);
}

/* Retires the least recently used zygote without a busy child. */
static bool retire_one(const mh_zygote_t *but)
{
    mh_link_t *link = zygotes.next;

    for (; link != &zygotes; link = link->next) {
        mh_zygote_t *zygote = MH_OWNER(link, mh_zygote_t, link);

        if (zygote == but || zygote->state != MH_ZYGOTE_READY ||
            !mh_link_empty(&zygote->busy))
            continue;
        mh_process_events()->gone(zygote);
        return true;
    }
    return false;
}

/* zygotes use more memory than they may, but all of them are busy */
static bool over;

static void keep_within(uint64_t limit, const mh_zygote_t *but)
{
    uint64_t sum;

    do {
        mh_link_t *link = zygotes.next;

        sum = 0;
        for (; link != &zygotes; link = link->next)
            sum += MH_OWNER(link, mh_zygote_t, link)->memory;
        over = sum > limit;
    } while (over && retire_one(but));
}

static void weigh(mh_zygote_t *zygote)
{
    uint64_t limit = mh_manager.settings->numbers.zygote_memory;

    if (limit && zygote->pid)
        keep_within(limit, zygote);
}

/* Bound on the figures that a zygote sends. A script runs there, so the figures
 * may be anything; with the bound, their sums do not overflow. */
#define MEMORY_MAX (UINT64_C(1) << 40)

static void take_memory(mh_zygote_t *zygote, const mh_wire_message_t *message)
{
    zygote->memory = mh_wire_number(message, MH_TAG_MEMORY, 0);
    if (zygote->memory > MEMORY_MAX)
        zygote->memory = MEMORY_MAX;
    weigh(zygote);
}

static bool take_ready(mh_zygote_t *zygote, const mh_wire_message_t *message)
{
    zygote->perl = mh_wire_number(message, MH_TAG_PERL, 0);
    mh_counters_count(MH_COUNT_COMPILED);
    mh_timer_set(&idle_timers, &zygote->timer);
    settle(zygote, MH_OUTCOME_READY, message);
    return true;
}

void mh_zygote_forks(mh_zygote_t *zygote, const char *why)
{
    zygote->forks = true;
    mh_process_events()->forks(zygote, why);
}

/* From the next request on, the zygote's templates make runs. */
static bool take_stands(mh_zygote_t *zygote, const mh_wire_message_t *message)
{
    const char *why = mh_wire_string(message, MH_TAG_TEXT);

    zygote->stands = true;
    if (why)
        mh_zygote_forks(zygote, why);
    take_memory(zygote, message);
    mh_children_replace(zygote);
    return true;
}

static bool take_start(mh_zygote_t *zygote, const mh_wire_message_t *message)
{
    switch (message->type) {
    case MH_WIRE_DEPENDS:
        return !mh_dependencies_add(zygote->owner,
                                    &message->field[MH_TAG_FILES]);
    case MH_WIRE_READY:
        return take_ready(zygote, message);
    case MH_WIRE_FAILED:
        settle(zygote,
               message->field[MH_TAG_TEXT].data ? MH_OUTCOME_UNSHAREABLE
                                                : MH_OUTCOME_FAILED,
               message);
        return true;
    default:
        return false;
    }
}

static mh_peer_e peer_of(const mh_zygote_t *zygote)
{
    return zygote->state == MH_ZYGOTE_STARTING ? MH_PEER_STARTING
                                               : MH_PEER_ZYGOTE;
}

static bool take(mh_zygote_t *zygote, const mh_wire_message_t *message)
{
    if (!mh_peer_may(peer_of(zygote), message))
        return false;
    if (zygote->state == MH_ZYGOTE_STARTING)
        return take_start(zygote, message);
    switch (message->type) {
    case MH_WIRE_READY:
        return take_stands(zygote, message);
    case MH_WIRE_FORK:
        mh_children_born(zygote, message);
        return true;
    case MH_WIRE_DONE:
        mh_children_ended(zygote, message);
        if (over)
            keep_within(mh_manager.settings->numbers.zygote_memory, zygote);
        return true;
    default:
        return false;
    }
}

static bool take_packet(mh_zygote_t *zygote)
{
    static mh_channel_packet_t packet;
    int error = mh_hear(zygote->control.fd, &packet);
    bool good = !error && packet.size && take(zygote, &packet.message);

    if (good || error == EAGAIN)
        return good;
    if (error || packet.size)
        mh_peer_end(peer_of(zygote), zygote->pid);
    if (zygote->control.fd >= 0)
        lose(zygote);
    return false;
}

static void on_packet(mh_source_t *source)
{
    take_packet(MH_OWNER(source, mh_zygote_t, control));
}

/*
 * Messages of the zygote come first. Its channel may stay open in a child that
 * has not closed it yet.
 */
void mh_zygote_ended(mh_zygote_t *zygote, int status)
{
    zygote->pid = 0;
    mh_hear_last(zygote->control.fd);
    while (zygote->control.fd >= 0 && take_packet(zygote))
        continue;
    if (zygote->control.fd >= 0)
        lose(zygote);
}

static mh_zygote_t *new_zygote(const mh_zygote_order_t *order, int control)
{
    mh_zygote_t *zygote = calloc(1, sizeof(*zygote));

    if (!zygote)
        return NULL;
    if (mh_loop_watch(&zygote->control, control, on_packet)) {
        free(zygote);
        return NULL;
    }
    mh_link_init(&zygote->sibling);
    mh_link_append(&zygotes, &zygote->link);
    zygote_count++;
    mh_timer_init(&zygote->timer);
    mh_children_init(zygote);
    zygote->script = order->script;
    zygote->number = order->number;
    zygote->mode = order->mode;
    zygote->began = mh_scoreboard_now();
    zygote->since = mh_loop_now();
    zygote->state = MH_ZYGOTE_STARTING;
    zygote->owner = order->owner;
    zygote->id = (uint32_t)zygote->owner;
    mh_timer_set(&start_timers, &zygote->timer);
    mh_slots_take_to_compile();
    zygote->holds_slot = true;
    return zygote;
}

static int send_order(const mh_base_t *base, const mh_zygote_t *zygote,
                      const mh_zygote_order_t *order, int control)
{
    static char buffer[MH_WIRE_MAX];
    mh_wire_writer_t writer;
    size_t size;

    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_FORK, zygote->id);
    mh_wire_put_string(&writer, MH_TAG_SCRIPT, order->path);
    mh_wire_put_number(&writer, MH_TAG_MODE, order->mode);
    mh_wire_put_field(&writer, MH_TAG_ENVIRON, &order->environ);
    mh_wire_put_field(&writer, MH_TAG_ASKED, &order->files);
    mh_wire_put_field(&writer, MH_TAG_VARIES, &order->varies);
    size = mh_wire_end(&writer);
    if (!size)
        return EMSGSIZE;
    return mh_channel_send(base->control.fd, buffer, size, &control, 1,
                           MSG_DONTWAIT);
}

mh_zygote_t *mh_zygote_order(mh_base_t *base, const mh_zygote_order_t *order)
{
    mh_zygote_t *zygote;
    int ends[2];
    int error;

    if (mh_hear_pair(ends))
        return NULL;
    zygote = new_zygote(order, ends[0]);
    if (!zygote) {
        close(ends[0]);
        close(ends[1]);
        return NULL;
    }
    mh_link_append(&base->zygotes, &zygote->sibling);
    zygote->base = base;
    error = mh_dependencies_share(order->owner, base->owner);
    if (!error)
        error = send_order(base, zygote, order, ends[1]);
    close(ends[1]);
    if (!error)
        return zygote;
    mh_zygote_retire(zygote);
    return NULL;
}

mh_zygote_t *mh_zygote_direct(int control, pid_t pid,
                              const mh_zygote_order_t *order)
{
    mh_zygote_t *zygote = new_zygote(order, control);

    if (zygote)
        zygote->pid = pid;
    else
        close(control);
    return zygote;
}

void mh_zygote_born(mh_zygote_t *zygote, pid_t pid)
{
    zygote->pid = pid;
    if (!pid)
        lose(zygote);
    else if (zygote->state == MH_ZYGOTE_STARTING)
        mh_timer_set(&start_timers, &zygote->timer);
    else if (zygote->state == MH_ZYGOTE_READY)
        weigh(zygote); /* the zygote's own message came before its base's */
}

void mh_zygote_used(mh_zygote_t *zygote)
{
    mh_link_remove(&zygote->link);
    mh_link_append(&zygotes, &zygote->link);
    mh_timer_set(&idle_timers, &zygote->timer);
}

bool mh_zygote_has_served(uint64_t requests, uint64_t since)
{
    const mh_pool_numbers_t *numbers = &mh_manager.settings->numbers;
    uint64_t most = numbers->requests;
    uint64_t age = numbers->age * MH_SECOND;

    return (most && requests >= most) || (age && mh_loop_now() - since >= age);
}

bool mh_zygote_make_room(const mh_zygote_t *but)
{
    while (zygote_count >= mh_manager.settings->numbers.processes)
        if (!retire_one(but)) {
            mh_template_lease_recall_all();
            return false;
        }
    return true;
}

/* A zygote that compiles has a timer of its own; this only finds one that was
 * stopped. */
static bool is_stuck(const mh_zygote_t *zygote)
{
    uint64_t since = mh_children_owes(zygote);

    if (zygote->pid <= 0)
        return false;
    if (zygote->state == MH_ZYGOTE_STARTING)
        return mh_stuck_ends(MH_PEER_STARTING, zygote->pid,
                             mh_loop_now() - MH_SECOND, false);
    return since && mh_stuck_ends(MH_PEER_ZYGOTE, zygote->pid, since,
                                  zygote->state == MH_ZYGOTE_READY);
}

void mh_zygote_look(void)
{
    mh_link_t *link = zygotes.next;

    while (link != &zygotes) {
        mh_zygote_t *zygote = MH_OWNER(link, mh_zygote_t, link);

        link = link->next;
        if (!is_stuck(zygote))
            continue;
        /* The zygote may have made a process that it has not reported. */
        if (zygote->state == MH_ZYGOTE_READY)
            mh_process_events()->gone(zygote);
        else
            lose(zygote);
        return; /* the ring may be another */
    }
}
