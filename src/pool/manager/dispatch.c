/*
 * dispatch.c - see dispatch.h.
 */
#include "pool/manager/dispatch.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "pool/manager/common/counters.h"
#include "pool/manager/common/notice.h"
#include "pool/manager/common/peer.h"
#include "pool/manager/common/manager_state.h"
#include "pool/manager/jobs/queue.h"
#include "pool/manager/jobs/slots.h"
#include "pool/manager/attention.h"
#include "pool/manager/perl/reports.h"
#include "pool/manager/perl/serving.h"
#include "pool/manager/perl/template_lease.h"
#include "pool/manager/workers/worker.h"
#include "pool/manager/modes/run_mode.h"
#include "pool/manager/manager_status.h"
#include "shared/wire/channel.h"
#include "pool/manager/scripts/broken.h"

static mh_source_t dispatch;
static mh_link_t connections = { &connections, &connections };

static void open_connection(int fd);
static void on_packet(mh_source_t *source);

/* --- connections ---------------------------------------------------------- */

void mh_dispatch_stop(void)
{
    mh_manager.stopping = true;
    mh_template_lease_recall_all();
    /* Not shut down: the next manager has the same socket. */
    mh_loop_leave(&dispatch);
}

static void say_too_many_files(void)
{
    mh_notice(
        MH_ERROR,
        "MH3081: the manager has reached its limit of open files: a request "
        "gets 503");
}

/* An empty message reads as nothing too. */
static bool has_ended(int fd)
{
    struct pollfd event = { .fd = fd };

    return poll(&event, 1, 0) > 0 && event.revents & POLLHUP;
}

/*
 * A process of httpd's introduces itself. The one descriptor of its message is
 * its connection.
 */
static void on_dispatch(mh_source_t *source)
{
    static mh_channel_packet_t packet;
    int error = mh_channel_receive(source->fd, &packet, MSG_DONTWAIT);

    if (error == EMFILE)
        say_too_many_files();
    if (error)
        return;
    if (!packet.size) {
        if (has_ended(source->fd))
            mh_dispatch_stop();
        return;
    }
    if (mh_peer_may(MH_PEER_DISPATCH, &packet.message) &&
        packet.fd_count == 1 && mh_channel_is(packet.fds[0])) {
        open_connection(packet.fds[0]);
        packet.fd_count = 0;
    }
    mh_channel_drop(&packet);
}

bool mh_dispatch_open(void)
{
    return !fcntl(MH_POOL_FD_DISPATCH, F_SETFD, FD_CLOEXEC) &&
           !mh_loop_watch(&dispatch, MH_POOL_FD_DISPATCH, on_dispatch);
}

static void open_connection(int fd)
{
    mh_connection_t *connection = calloc(1, sizeof(*connection));

    if (connection && !mh_loop_watch(&connection->source, fd, on_packet)) {
        mh_link_append(&connections, &connection->link);
        return;
    }
    close(fd);
    free(connection);
}

/* --- requests ------------------------------------------------------------- */

static void cancel(mh_job_t *job)
{
    /* The end of a lease is not the end of a request. */
    if (!job->leased && !mh_manager.stopping)
        mh_counters_count(MH_COUNT_CANCELLED);
    job->connection = NULL;
    if (job->child) {
        mh_serving_abandon(job);
        return;
    }
    mh_queue_remove(job);
    mh_job_drop(job);
}

/* The job ends when its template has reported the run. */
static void leave(mh_connection_t *connection)
{
    connection->job->connection = NULL;
    connection->job = NULL;
}

/* Ends the connection's job if its run has noted its end. */
static void settle(mh_connection_t *connection)
{
    if (connection->job)
        mh_serving_is_over(connection->job);
}

/*
 * httpd sends its next request when the last is over. It may have seen the note
 * of that end before another run overwrote the note.
 */
static bool is_free(mh_connection_t *connection)
{
    mh_job_t *job = connection->job;

    if (job && job->child && job->note.secret)
        leave(connection);
    return !connection->job;
}

static void close_connection(mh_connection_t *connection)
{
    mh_job_t *job;

    settle(connection);
    job = connection->job;
    mh_loop_forget(&connection->source);
    mh_link_remove(&connection->link);
    connection->job = NULL;
    if (job)
        cancel(job);
    mh_loop_free(connection);
}

void mh_dispatch_cancel_all(void)
{
    while (!mh_link_empty(&connections))
        close_connection(MH_OWNER(connections.next, mh_connection_t, link));
}

static void begin(mh_connection_t *connection, mh_channel_packet_t *packet)
{
    uint32_t id = packet->message.id;
    mh_job_t *job;
    const char *wrong = mh_job_make(connection, packet, &job);

    if (wrong) {
        mh_connection_refuse(connection, id, MH_REASON_INVALID, wrong);
        return;
    }
    mh_attention_begin();
    /*
     * A report may say that a process is free; then no new one has to be made.
     */
    mh_reports_read();
    if (!mh_slots_free())
        mh_serving_settle();
    if (!mh_slots_free())
        mh_template_lease_recall_all();
    if (mh_manager.stopping)
        mh_job_refuse(job, MH_REASON_STOPPING, NULL);
    else if (mh_queue_full())
        mh_job_refuse(job, MH_REASON_QUEUE_FULL, NULL);
    else if (mh_queue_ready())
        mh_run_mode_start(job);
    else
        mh_queue_add(job);
}

static bool has_lease(const mh_connection_t *connection)
{
    const mh_job_t *job = connection->job;

    return job && job->child && job->child->lease;
}

/* The answer may have been sent already, or wait among the reports. */
static void ask_for_end(mh_connection_t *connection, uint32_t id)
{
    if (has_lease(connection))
        mh_reports_read();
    if (has_lease(connection) || (connection->job && connection->job->id == id))
        mh_serving_output_ended(connection->job, id);
    else
        mh_connection_asked(connection, id);
}

static void take_late(mh_job_t *job, const mh_wire_message_t *message)
{
    const char *about = mh_wire_string(message, MH_TAG_ABOUT);
    uint32_t ran = 0;

    mh_wire_copy(message, MH_TAG_RAN, &ran, sizeof(ran));
    switch (mh_wire_number(message, MH_TAG_REASON, MH_LATE_SLOW)) {
    case MH_LATE_OVERDUE:
        if (job->leased)
            job->id = message->id;
        mh_serving_overdue(job, about);
        break;
    case MH_LATE_UNREAD:
        if (job->child)
            mh_worker_unread(job->child, ran);
        break;
    default:
        mh_serving_slow(job, about);
    }
}

/*
 * httpd sends a message only in its turn; any other message ends the
 * connection.
 */
static bool take(mh_connection_t *connection, mh_channel_packet_t *packet)
{
    if (!mh_peer_may(MH_PEER_HTTPD, &packet->message))
        return false;
    settle(connection);
    switch (packet->message.type) {
    case MH_WIRE_REQUEST:
        if (!is_free(connection))
            return false;
        begin(connection, packet);
        return true;
    case MH_WIRE_STATUS:
        if (!is_free(connection))
            return false;
        mh_serving_settle();
        mh_manager_status_answer(connection, &packet->message);
        return true;
    case MH_WIRE_SAID:
        mh_broken_hear(&packet->message);
        return true;
    case MH_WIRE_LATE:
        if (connection->job)
            take_late(connection->job, &packet->message);
        return true;
    case MH_WIRE_DONE:
        ask_for_end(connection, packet->message.id);
        return true;
    default:
        return false;
    }
}

/*
 * The request's descriptors are lost: the manager had no number left for them.
 */
static void refuse_without_files(mh_connection_t *connection, uint32_t id)
{
    say_too_many_files();
    mh_connection_refuse(connection, id, MH_REASON_RESOURCES,
                         "the pool has reached its limit of open files");
}

static void on_packet(mh_source_t *source)
{
    static mh_channel_packet_t packet;
    mh_connection_t *connection = MH_OWNER(source, mh_connection_t, source);
    int error = mh_channel_receive(source->fd, &packet, MSG_DONTWAIT);

    if (error == EAGAIN)
        return;
    if (error == EMFILE && packet.message.type != MH_WIRE_POOL &&
        !connection->job) {
        refuse_without_files(connection, packet.message.id);
        return;
    }
    if (error || !packet.size || !take(connection, &packet))
        close_connection(connection);
    mh_channel_drop(&packet);
}
