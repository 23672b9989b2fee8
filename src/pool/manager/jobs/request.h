/*
 * request.h - a request as httpd sent it, with the descriptors of its script.
 */
#ifndef MEHARI_POOL_MANAGER_JOBS_REQUEST_H
#define MEHARI_POOL_MANAGER_JOBS_REQUEST_H

#include "shared/wire/channel.h"

typedef struct mh_request_t {
    const char *data; /* the packet, byte for byte; NULL: handed on */
    size_t size;
    mh_wire_message_t message;
    mh_wire_field_t environ; /* list, from the message or its memory file */
    int fds[MH_WIRE_FDS];    /* 0, 1, 2 of the script [, memory file] */
    int fd_count;
    char *copy;   /* memory that data points into once it is kept */
    char *memory; /* memory that environ points into when it came as a file */
} mh_request_t;

/*
 * Takes the packet's message and descriptors: data points into the packet.
 * NULL, or what is wrong with it.
 */
const char *mh_request_take(mh_request_t *request, mh_channel_packet_t *packet);
/* A request that names no script is for a worker. */
bool mh_request_is_for_worker(const mh_request_t *request);
/* Copies the packet's data, so that the packet may go; 0 or ENOMEM. */
int mh_request_keep(mh_request_t *request);
/* Marks in the message that the request is the manager's from here on. */
void mh_request_end_lease(mh_request_t *request);
/* Closes the descriptors and frees the memory. */
void mh_request_drop(mh_request_t *request);

#endif
