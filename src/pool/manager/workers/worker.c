/*
 * worker.c - see worker.h.
 */
#include "pool/manager/workers/worker.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/sockios.h>

#include "pool/manager/common/stuck.h"
#include "pool/manager/watch/dependencies.h"
#include "pool/manager/common/manager_state.h"
#include "pool/manager/common/peer.h"
#include "pool/manager/jobs/queue.h"
#include "pool/manager/jobs/slots.h"
#include "pool/manager/perl/serving.h"
#include "pool/manager/common/counters.h"
#include "pool/manager/workers/worker_base.h"
#include "pool/common/hear.h"

/* Time for a worker to end its request when its base has died. */
#define ORPHAN_SECONDS 3

/* jobs that wait for a worker */
static mh_link_t waiting = { &waiting, &waiting };
static unsigned most;
static mh_timers_t idle_timers;
static mh_timers_t orphan_timers;

static void drop(mh_worker_t *worker);
static void set_free(mh_worker_t *worker);

/* Drops a worker that nobody has needed for long. */
static void idle_too_long(mh_timer_t *timer)
{
    drop(MH_OWNER(timer, mh_worker_t, timer));
}

/* The time of a worker whose base has died is over. */
static void orphaned_too_long(mh_timer_t *timer)
{
    kill(MH_OWNER(timer, mh_worker_t, timer)->pid, SIGKILL);
}

void mh_worker_setup(void)
{
    const mh_pool_numbers_t *numbers = &mh_manager.settings->numbers;

    most = (unsigned)numbers->workers;
    mh_loop_add_timers(&idle_timers, numbers->idle_timeout * MH_SECOND,
                       idle_too_long);
    mh_loop_add_timers(&orphan_timers, ORPHAN_SECONDS * MH_SECOND,
                       orphaned_too_long);
    mh_worker_base_setup();
}

static void forget(mh_worker_t *worker)
{
    mh_worker_base_t *base = worker->base;

    mh_timer_stop(&worker->timer);
    mh_loop_forget(&worker->channel);
    if (worker->other >= 0)
        close(worker->other);
    mh_link_remove(&worker->link);
    base->worker_count--;
    mh_loop_free(worker);
    mh_worker_base_left(base);
}

/* The worker sees its channel closed, and ends; its base has it reaped. */
static void drop(mh_worker_t *worker)
{
    forget(worker);
}

/* The request is answered. The process lives on, or reports its own end. */
static void answer(mh_worker_t *worker, int status)
{
    mh_child_t *child = worker->child;

    worker->child = NULL;
    if (child)
        mh_child_ended(child, status);
}

/* The process has ended. A request that it has not read is taken back. */
static void answer_lost(mh_worker_t *worker, int status)
{
    if (worker->child && !worker->leased) {
        worker->child->other = worker->other;
        worker->other = -1;
    }
    answer(worker, status);
}

static void next_waiting(void)
{
    while (!mh_link_empty(&waiting) && mh_slots_free()) {
        mh_job_t *job = MH_OWNER(waiting.next, mh_job_t, link);

        mh_queue_remove(job);
        mh_worker_start(job);
        if (!job->child)
            return; /* the job waits again, behind others */
    }
}

static void set_free(mh_worker_t *worker)
{
    if (worker->base->retired) {
        drop(worker);
        return;
    }
    mh_link_remove(&worker->link);
    mh_link_prepend(&worker->base->free, &worker->link);
    mh_timer_set(&idle_timers, &worker->timer);
    next_waiting();
}

/* Another worker takes its place when one is needed. */
static void leave(mh_worker_t *worker)
{
    drop(worker);
    next_waiting();
}

static void lose(mh_worker_t *worker, int status)
{
    answer_lost(worker, status);
    leave(worker);
}

/* A worker has loaded more files than its base. All workers depend on them. */
static bool take_files(const mh_worker_t *worker,
                       const mh_wire_message_t *message)
{
    uint64_t owner = worker->base->owner;

    return !owner || !mh_dependencies_add(owner, &message->field[MH_TAG_FILES]);
}

static void recall(mh_worker_t *worker)
{
    char buffer[64];
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_DONE, 0);
    mh_channel_send(worker->channel.fd, buffer, mh_wire_end(&writer), NULL, 0,
                    MSG_DONTWAIT);
    worker->recalled = true;
}

static void recall_all(mh_worker_base_t *base)
{
    mh_link_t *link = base->busy.next;

    for (; link != &base->busy; link = link->next) {
        mh_worker_t *worker = MH_OWNER(link, mh_worker_t, link);

        if (worker->leased && !worker->recalled)
            recall(worker);
    }
}

/* The worker has answered, and goes on with requests that its process of httpd
 * sends. */
static bool take_lease(mh_worker_t *worker)
{
    worker->leased = true;
    mh_serving_lease(worker->child->job);
    if (worker->base->retired || !mh_link_empty(&waiting))
        recall(worker);
    return true;
}

static bool take(mh_worker_t *worker, const mh_wire_message_t *message)
{
    if (!mh_peer_may(MH_PEER_WORKER, message))
        return false;
    if (message->type == MH_WIRE_DEPENDS)
        return take_files(worker, message);
    if (message->type == MH_WIRE_READY && worker->child)
        return take_lease(worker);
    if (message->type != MH_WIRE_DONE || !worker->child)
        return false;
    worker->leased = worker->recalled = false;
    answer(worker, 0);
    if (message->field[MH_TAG_STATUS].data)
        leave(worker);
    else
        set_free(worker);
    return true;
}

/*
 * True: a packet was read. A closed channel is not the end yet, because the
 * base's report, which says why the worker ended, may still come.
 */
static bool take_packet(mh_worker_t *worker)
{
    static mh_channel_packet_t packet;
    int error = mh_hear(worker->channel.fd, &packet);
    bool good;

    if (error == EAGAIN)
        return false;
    good = !error && packet.size && take(worker, &packet.message);
    if (good)
        return true;
    if (error || packet.size)
        mh_peer_end(MH_PEER_WORKER, worker->pid);
    mh_loop_forget(&worker->channel);
    return false;
}

/* For a worker without a base, only its channel shows its end. */
static void on_packet(mh_source_t *source)
{
    mh_worker_t *worker = MH_OWNER(source, mh_worker_t, channel);

    if (take_packet(worker) || worker->channel.fd >= 0 || worker->base->pid)
        return;
    lose(worker, SIGKILL);
}

static mh_worker_t *new_worker(mh_worker_base_t *base, int channel)
{
    mh_worker_t *worker = calloc(1, sizeof(*worker));

    if (!worker)
        return NULL;
    if (mh_loop_watch(&worker->channel, channel, on_packet)) {
        free(worker);
        return NULL;
    }
    mh_timer_init(&worker->timer);
    mh_link_init(&worker->link);
    worker->base = base;
    worker->other = -1;
    worker->ordered = mh_loop_now();
    worker->id = (uint32_t)mh_manager_number();
    base->worker_count++;
    return worker;
}

/* NULL and errno. */
static mh_worker_t *order_worker(mh_worker_base_t *base)
{
    mh_worker_t *worker;
    int ends[2];

    errno = mh_hear_pair(ends);
    if (errno)
        return NULL;
    worker = new_worker(base, ends[0]);
    if (!worker) {
        close(ends[0]);
        close(ends[1]);
        errno = ENOMEM;
        return NULL;
    }
    worker->other = ends[1];
    errno = mh_worker_base_order(base, worker->id, ends[1]);
    if (errno) {
        int error = errno;

        forget(worker);
        worker = NULL;
        errno = error;
    }
    return worker;
}

static mh_worker_t *first_free(mh_worker_base_t *base)
{
    if (mh_link_empty(&base->free))
        return NULL;
    return MH_OWNER(base->free.next, mh_worker_t, link);
}

/* A worker with a lease comes back at once if others wait, so its descriptor
 * for the lease is left out. */
static int count_fds(const mh_request_t *request)
{
    bool has_memory = !request->message.field[MH_TAG_REQUEST].data;

    return has_memory || mh_link_empty(&waiting) ? request->fd_count : 3;
}

/* Hands the request to a worker, and returns the worker; NULL and errno, 0: all
 * serve. */
static mh_worker_t *hand_over(mh_worker_base_t *base,
                              const mh_request_t *request)
{
    mh_worker_t *worker;

    errno = 0;
    while ((worker = first_free(base)) ||
           (base->worker_count < most && (worker = order_worker(base)))) {
        int error = mh_channel_send(worker->channel.fd, request->data,
                                    request->size, request->fds,
                                    count_fds(request), MSG_DONTWAIT);

        if (!error)
            return worker;
        /* The worker has died while it was free. */
        drop(worker);
        errno = error;
        if (error != EPIPE && error != ECONNRESET && error != EBADF)
            return NULL;
        errno = 0;
    }
    return NULL;
}

static void wait(mh_worker_base_t *base, mh_job_t *job)
{
    if (mh_queue_add_to(&waiting, job) && base)
        recall_all(base);
}

static void refuse(mh_job_t *job, const char *what)
{
    char why[128];

    snprintf(why, sizeof(why), "%s: %s", what, strerror(errno));
    mh_job_refuse(job, MH_REASON_RESOURCES, why);
}

static void serve(mh_worker_t *worker, mh_job_t *job, mh_child_t *child)
{
    mh_link_remove(&worker->link);
    mh_link_append(&worker->base->busy, &worker->link);
    mh_timer_stop(&worker->timer);
    worker->child = child;
    child->worker = worker;
    child->perl = worker->base->perl;
    child->ordered = mh_loop_now();
    if (worker->pid > 0)
        mh_child_born(child, worker->pid);
    mh_serving_begin(job, child);
}

void mh_worker_start(mh_job_t *job)
{
    const char *why = NULL;
    mh_worker_base_t *base = mh_worker_base_current(&why);
    mh_child_t *child;
    mh_worker_t *worker;

    if (!base && why) {
        mh_job_refuse(job, mh_worker_base_reason(), why);
        return;
    }
    if (!base || !base->ready) {
        wait(NULL, job);
        return;
    }
    child = mh_child_new();
    if (!child) {
        refuse(job, "there is no memory for it");
        return;
    }
    mh_job_pass_notices(job);
    worker = hand_over(base, &job->request);
    if (worker) {
        serve(worker, job, child);
        return;
    }
    mh_child_drop(child);
    if (errno)
        refuse(job, "no process for it");
    else
        wait(base, job);
}

void mh_worker_base_ready(void)
{
    while (!mh_link_empty(&waiting)) {
        mh_job_t *job = MH_OWNER(waiting.previous, mh_job_t, link);

        mh_queue_remove(job);
        mh_queue_add_again(job);
    }
}

void mh_worker_base_failed(const char *why)
{
    while (!mh_link_empty(&waiting)) {
        mh_job_t *job = MH_OWNER(waiting.next, mh_job_t, link);

        mh_queue_remove(job);
        mh_job_refuse(job, mh_worker_base_reason(), why);
    }
}

/* A worker is stuck if its request still waits in its channel. */
static bool is_stuck(const mh_worker_t *worker)
{
    int unread = 0;

    return worker->child && worker->pid > 0 && worker->channel.fd >= 0 &&
           !ioctl(worker->channel.fd, SIOCOUTQ, &unread) && unread &&
           mh_stuck_ends(MH_PEER_WORKER, worker->pid, worker->child->ordered,
                         false);
}

void mh_worker_unread(const mh_child_t *child, uint32_t microseconds)
{
    mh_worker_t *worker = child->worker;

    if (worker && worker->pid > 0 &&
        mh_stuck_ends(MH_PEER_WORKER, worker->pid,
                      mh_loop_now() - microseconds * UINT64_C(1000), false))
        lose(worker, SIGKILL);
}

void mh_worker_look(mh_worker_base_t *base)
{
    for (mh_link_t *link = base->busy.next; link != &base->busy;
         link = link->next) {
        mh_worker_t *worker = MH_OWNER(link, mh_worker_t, link);

        if (!is_stuck(worker))
            continue;
        lose(worker, SIGKILL);
        return; /* the base may be gone with it */
    }
}

void mh_worker_born(mh_worker_base_t *base, uint32_t id, pid_t pid)
{
    mh_worker_t *worker = mh_worker_find(base, id, 0);
    mh_child_t *child;

    if (!worker)
        return;
    if (pid > 0) {
        mh_counters_count(MH_COUNT_FORKED);
        worker->pid = pid;
        if (worker->child)
            mh_child_born(worker->child, pid);
        return;
    }
    child = worker->child;
    worker->child = NULL;
    drop(worker);
    if (child)
        mh_child_unborn(child, "no process for it");
}

/* Messages of the worker itself come first; a message left in its channel may
 * say more. */
void mh_worker_ended(mh_worker_base_t *base, pid_t pid, int status)
{
    mh_worker_t *worker = mh_worker_find(base, 0, pid);

    if (worker)
        mh_hear_last(worker->channel.fd);
    while (worker && worker->channel.fd >= 0 && take_packet(worker))
        worker = mh_worker_find(base, 0, pid);
    if (!worker)
        return;
    lose(worker, status);
}

void mh_worker_retire_all(mh_worker_base_t *base)
{
    mh_worker_t *worker;

    recall_all(base);
    while ((worker = first_free(base)))
        drop(worker);
}

static bool has_read(const mh_worker_t *worker)
{
    mh_child_t *child = worker->child;
    bool unread;

    if (worker->leased)
        return true;
    child->other = worker->other;
    unread = mh_child_run_elsewhere(child);
    child->other = -1;
    return !unread;
}

/*
 * The worker goes on with a request that it has read. Its channel tells when it
 * has ended, as soon as the manager has no other end of it.
 */
static bool goes_on(mh_worker_t *worker)
{
    if (worker->pid <= 0 || !worker->child || worker->channel.fd < 0 ||
        mh_stuck_is_stopped(worker->pid) || !has_read(worker))
        return false;
    close(worker->other);
    worker->other = -1;
    mh_timer_set(&orphan_timers, &worker->timer);
    return true;
}

void mh_worker_lose_all(mh_worker_base_t *base)
{
    mh_link_t *link;

    mh_worker_retire_all(base);
    link = base->busy.next;
    while (link != &base->busy) {
        mh_worker_t *worker = MH_OWNER(link, mh_worker_t, link);

        link = link->next;
        if (goes_on(worker))
            continue;
        if (worker->pid > 0)
            kill(worker->pid, SIGKILL);
        answer_lost(worker, SIGKILL);
        drop(worker);
    }
}
