/*
 * connection.c - see connection.h.
 */
#include "pool/manager/connection.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "pool/manager/notice.h"
#include "pool/manager/peer.h"
#include "pool/manager/job.h"
#include "pool/manager/status.h"
#include "pool/manager/counters.h"
#include "shared/wire/channel.h"

/* Seconds after which httpd's client should come back. */
#define RETRY 2

static mh_link_t connections = { &connections, &connections };
static unsigned connection_count;

static void on_packet(mh_source_t *source);

void mh_connection_open(int fd)
{
    mh_connection_t *connection = calloc(1, sizeof(*connection));

    if (!connection) {
        close(fd);
        return;
    }
    if (mh_loop_watch(&connection->source, fd, on_packet)) {
        close(fd);
        free(connection);
        return;
    }
    mh_link_append(&connections, &connection->link);
    connection_count++;
}

static void close_connection(mh_connection_t *connection)
{
    mh_job_t *job = connection->job;

    mh_loop_forget(&connection->source);
    mh_link_remove(&connection->link);
    connection_count--;
    connection->job = NULL;
    if (job)
        mh_job_cancel(job);
    mh_loop_free(connection);
}

void mh_connection_close_all(void)
{
    while (!mh_link_empty(&connections))
        close_connection(MH_OWNER(connections.next, mh_connection_t, link));
}

static void begin(mh_connection_t *connection, mh_channel_packet_t *packet)
{
    uint32_t id = packet->message.id;
    const char *wrong = mh_job_begin(connection, packet);

    if (wrong)
        mh_connection_refuse(connection, id, MH_REASON_INVALID, wrong);
}

/* httpd speaks first, and never out of turn; anything else ends it. */
static bool take(mh_connection_t *connection, mh_channel_packet_t *packet)
{
    if (!mh_peer_may(MH_PEER_HTTPD, &packet->message))
        return false;
    switch (packet->message.type) {
    case MH_WIRE_REQUEST:
    case MH_WIRE_SERVE:
        if (connection->job)
            return false;
        begin(connection, packet);
        return true;
    case MH_WIRE_OVERDUE:
        if (connection->job)
            mh_job_overdue(connection->job);
        return true;
    case MH_WIRE_SLOW:
        if (connection->job)
            mh_job_slow(connection->job,
                        mh_wire_string(&packet->message, MH_TAG_ABOUT));
        return true;
    case MH_WIRE_SAID:
        mh_counters_said(&packet->message);
        return true;
    case MH_WIRE_STATUS:
        if (connection->job)
            return false;
        mh_status_answer(connection, &packet->message);
        return true;
    case MH_WIRE_ENDED:
        /* The answer may have crossed the question. */
        if (connection->job && packet->message.id == connection->job->id)
            mh_job_output_ended(connection->job);
        return true;
    default:
        return false;
    }
}

/* The request's descriptors are lost: the process had no descriptor number left
 * for them. */
static void refuse_without_files(mh_connection_t *connection, uint32_t id)
{
    mh_notice(
        MH_ERROR,
        "MH3081: the manager has reached its limit of open files: a request "
        "gets 503");
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

/*
 * The socket has room for many answers. One that is full belongs to a process
 * that does not read them: it sees its connection closed.
 */
static void send_message(mh_connection_t *connection, mh_wire_writer_t *writer)
{
    size_t size = mh_wire_end(writer);

    if (connection->source.fd < 0 || !size)
        return;
    if (mh_channel_send(connection->source.fd, writer->buffer, size, NULL, 0,
                        MSG_DONTWAIT))
        shutdown(connection->source.fd, SHUT_RDWR);
}

void mh_connection_notice(mh_connection_t *connection, uint32_t id, int level,
                          const char *text)
{
    char buffer[MH_NOTICE_MAX + 128];
    mh_wire_writer_t writer;

    if (!connection)
        return;
    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_NOTICE, id);
    mh_wire_put_number(&writer, MH_TAG_LEVEL, (uint64_t)level);
    mh_wire_put_string(&writer, MH_TAG_TEXT, text);
    send_message(connection, &writer);
}

void mh_connection_waits(mh_connection_t *connection, uint32_t id, bool waits)
{
    char buffer[32];
    mh_wire_writer_t writer;

    if (!connection)
        return;
    mh_wire_begin(&writer, buffer, sizeof(buffer),
                  waits ? MH_WIRE_WAITS : MH_WIRE_STARTS, id);
    send_message(connection, &writer);
}

void mh_connection_done(mh_connection_t *connection, uint32_t id, int status)
{
    char buffer[64];
    mh_wire_writer_t writer;

    mh_notice_flush(connection, id);
    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_DONE, id);
    mh_wire_put_number(&writer, MH_TAG_STATUS, (uint64_t)(unsigned)status);
    send_message(connection, &writer);
}

void mh_connection_refuse(mh_connection_t *connection, uint32_t id,
                          mh_wire_reason_e reason, const char *text)
{
    char buffer[MH_NOTICE_MAX + 128];
    mh_wire_writer_t writer;

    mh_notice_flush(connection, id);
    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_REFUSED, id);
    mh_wire_put_number(&writer, MH_TAG_REASON, reason);
    mh_wire_put_number(&writer, MH_TAG_RETRY, RETRY);
    if (text)
        mh_wire_put_string(&writer, MH_TAG_TEXT, text);
    send_message(connection, &writer);
}
