/*
 * request.h - a request as httpd sent it, with the descriptors of its script.
 */
#ifndef MEHARI_POOL_REQUEST_H
#define MEHARI_POOL_REQUEST_H

#include "wire/channel.h"

typedef struct mh_request_t {
    const char *data; /* the packet, byte for byte; NULL: handed on */
    size_t size;
    mh_wire_message_t message;
    mh_wire_field_t environ; /* list, wherever it travelled */
    int fds[MH_WIRE_FDS];    /* 0, 1, 2 of the script [, memory file] */
    int fd_count;
    char *copy;   /* what data points into once it is kept */
    char *memory; /* what environ points into when it came as a file */
} mh_request_t;

/*
 * Takes the packet's message and descriptors: data points into the packet.
 * NULL, or what is wrong with it.
 */
const char *mh_request_take(mh_request_t *request, mh_channel_packet_t *packet);
/* Makes it independent of the packet; 0 or ENOMEM. */
int mh_request_keep(mh_request_t *request);
/*
 * No request may use more CPU seconds than the pool grants; 0: it sets no
 * bound. Changes the message in place.
 */
void mh_request_limit_cpu(mh_request_t *request, uint64_t seconds);
/* Closes the descriptors and frees the memory. */
void mh_request_drop(mh_request_t *request);

#endif
