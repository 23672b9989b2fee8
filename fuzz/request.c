/*
 * request.c - a request with its descriptors, as the manager reads it. Bytes
 * after the message's end are put into the memory file.
 */
#include "fuzz.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pool/manager/jobs/request.h"
#include "pool/manager/scripts/startup_env.h"

#define LENGTH_AT 8

static void check(mh_request_t *request)
{
    static mh_startup_t startup;
    const char *at = NULL;
    size_t total = 0;

    while ((at = mh_wire_next(&request->environ, at)))
        total += strlen(at) + 1;
    mh_fuzz_expect(!total || total == request->environ.size,
                   "the environment is a list");
    if (!mh_startup_env_of(&request->environ,
                           &request->message.field[MH_TAG_CONSTANT], &startup))
        mh_fuzz_expect(startup.size <= sizeof(startup.data),
                       "what matters at start-up is bounded");
    mh_fuzz_expect(mh_request_is_for_worker(request) ||
                       mh_wire_string(&request->message, MH_TAG_SCRIPT) != NULL,
                   "there is a script, or it is for a worker");
}

/*
 * The request's message. Its header may give a smaller length than that of the
 * data.
 */
static size_t message_size(const char *data, size_t size)
{
    uint32_t length;

    if (size < LENGTH_AT + sizeof(length))
        return size;
    memcpy(&length, data + LENGTH_AT, sizeof(length));
    return length < size ? length : size;
}

static void add_fds(mh_channel_packet_t *packet, const char *rest, size_t size)
{
    for (int i = 0; i < MH_WIRE_FDS; i++)
        packet->fds[i] = -1;
    packet->fd_count = 3;
    for (int i = 0; i < 3; i++)
        packet->fds[i] = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (size)
        packet->fds[packet->fd_count++] = mh_channel_memory(rest, size);
}

static void feed(const char *data, size_t size)
{
    static mh_channel_packet_t packet;
    size_t length = message_size(data, size);
    mh_request_t request;

    if (length > sizeof(packet.buffer))
        return;
    memcpy(packet.buffer, data, length);
    packet.size = length;
    if (mh_wire_parse(packet.buffer, length, &packet.message))
        return;
    add_fds(&packet, data + length, size - length);
    if (!mh_request_take(&request, &packet)) {
        check(&request);
        mh_fuzz_expect(!mh_request_keep(&request), "there is memory");
        memset(packet.buffer, 0xff, sizeof(packet.buffer));
        check(&request);
    }
    mh_request_drop(&request);
    mh_channel_drop(&packet);
}

void mh_fuzz_request(const char *data, size_t size)
{
    mh_fuzz_each_length(data, size, feed);
}
