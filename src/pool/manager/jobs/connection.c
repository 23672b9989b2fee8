/*
 * connection.c - see connection.h.
 */
#include "pool/manager/jobs/connection.h"

#include <signal.h>
#include <sys/socket.h>

#include "pool/manager/common/notice.h"
#include "shared/wire/channel.h"

/*
 * The socket has room for many answers. A full socket belongs to a process that
 * does not read the answers; its connection is closed.
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

/* A request, to which notices are addressed. */
typedef struct addressee_t {
    mh_connection_t *connection;
    uint32_t id;
} addressee_t;

static void pass_notice(void *to, int level, const char *text)
{
    const addressee_t *request = to;

    mh_connection_notice(request->connection, request->id, level, text);
}

void mh_connection_flush(mh_connection_t *connection, uint32_t id)
{
    addressee_t request = { connection, id };

    mh_notice_drain(pass_notice, &request);
}

static void send_type(mh_connection_t *connection, mh_wire_type_e type,
                      uint32_t id)
{
    char buffer[32];
    mh_wire_writer_t writer;

    if (!connection)
        return;
    mh_wire_begin(&writer, buffer, sizeof(buffer), type, id);
    send_message(connection, &writer);
}

void mh_connection_waits(mh_connection_t *connection, uint32_t id)
{
    send_type(connection, MH_WIRE_WAITS, id);
}

void mh_connection_runs(mh_connection_t *connection, uint32_t id)
{
    send_type(connection, MH_WIRE_DONE, id);
}

void mh_connection_done(mh_connection_t *connection, uint32_t id, int status)
{
    char buffer[64];
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_DONE, id);
    mh_wire_put_number(&writer, MH_TAG_STATUS, (uint64_t)(unsigned)status);
    send_message(connection, &writer);
}

void mh_connection_noted(mh_connection_t *connection, uint32_t id)
{
    connection->noted = id;
}

void mh_connection_asked(mh_connection_t *connection, uint32_t id)
{
    if (id)
        mh_connection_done(connection, id,
                           connection->noted == id ? 0 : SIGKILL);
}

void mh_connection_refuse(mh_connection_t *connection, uint32_t id,
                          mh_wire_reason_e reason, const char *text)
{
    char buffer[MH_NOTICE_MAX + 128];
    mh_wire_writer_t writer;

    mh_connection_flush(connection, id);
    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_REFUSED, id);
    mh_wire_put_number(&writer, MH_TAG_REASON, reason);
    mh_wire_put_string(&writer, MH_TAG_TEXT, text);
    send_message(connection, &writer);
}
