/*
 * request.c - see request.h.
 */
#include "pool/manager/jobs/request.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shared/compat.h"

#define ENVIRON_FD 3

static bool is_list(const mh_wire_field_t *field)
{
    return !field->size || field->data[field->size - 1] == '\0';
}

bool mh_request_is_for_worker(const mh_request_t *request)
{
    return !request->message.field[MH_TAG_SCRIPT].data;
}

static const char *find_environ(mh_request_t *request)
{
    size_t size;

    request->environ = request->message.field[MH_TAG_ENVIRON];
    if (request->environ.data)
        return is_list(&request->environ) ? NULL : "its environment is no list";
    if (request->fd_count <= ENVIRON_FD)
        return "it has no environment";
    if (mh_channel_read_memory(request->fds[ENVIRON_FD], &request->memory,
                               &size))
        return "its environment cannot be read";
    request->environ.data = request->memory;
    request->environ.size = (uint32_t)size;
    return is_list(&request->environ) ? NULL : "its environment is no list";
}

static const char *check(const mh_request_t *request)
{
    const char *script = mh_wire_string(&request->message, MH_TAG_SCRIPT);

    if (request->fd_count < 3)
        return "it has no standard files";
    if (mh_request_is_for_worker(request))
        return NULL;
    if (!script || script[0] != '/')
        return "it names no script";
    if (!is_list(&request->message.field[MH_TAG_CONSTANT]))
        return "its constant variables are no list";
    return is_list(&request->message.field[MH_TAG_ARGS])
               ? NULL
               : "its arguments are no list";
}

const char *mh_request_take(mh_request_t *request, mh_channel_packet_t *packet)
{
    const char *wrong;

    request->data = packet->buffer;
    request->size = packet->size;
    request->message = packet->message;
    request->copy = request->memory = NULL;
    request->environ = (mh_wire_field_t){ NULL, 0 };
    request->fd_count = packet->fd_count;
    memcpy(request->fds, packet->fds, sizeof(request->fds));
    packet->fd_count = 0;
    wrong = check(request);
    if (wrong || mh_request_is_for_worker(request))
        return wrong;
    return find_environ(request);
}

int mh_request_keep(mh_request_t *request)
{
    if (request->copy)
        return 0;
    request->copy = malloc(request->size);
    if (!request->copy)
        return ENOMEM;
    memcpy(request->copy, request->data, request->size);
    request->data = request->copy;
    /* The message was parsed before, so the copy has the same fields. */
    mh_wire_parse(request->data, request->size, &request->message);
    if (!request->memory)
        request->environ = request->message.field[MH_TAG_ENVIRON];
    return 0;
}

void mh_request_end_lease(mh_request_t *request)
{
    const mh_wire_field_t *lease = &request->message.field[MH_TAG_LEASE];

    if (lease->size)
        memset((char *)(uintptr_t)lease->data, MH_LEASE_NONE, lease->size);
}

/* The descriptors came in one message, and usually have consecutive numbers. */
static void close_files(const int *fds, int count)
{
    bool row = count > 0;

    for (int i = 1; i < count; i++)
        row &= fds[i] == fds[0] + i;
    if (row && !close_range((unsigned)fds[0], (unsigned)fds[count - 1], 0))
        return;
    for (int i = 0; i < count; i++)
        close(fds[i]);
}

void mh_request_drop(mh_request_t *request)
{
    close_files(request->fds, request->fd_count);
    request->fd_count = 0;
    free(request->copy);
    free(request->memory);
    request->copy = request->memory = NULL;
    request->data = NULL;
}
