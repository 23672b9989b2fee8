/*
 * channel.h - sockets that carry messages and descriptors. Runs in httpd and in
 * every process of a pool.
 *
 * Every call returns 0 or an errno. Descriptors that are received are
 * close-on-exec; descriptors that the caller did not ask for are closed, never
 * leaked.
 */
#ifndef MEHARI_SHARED_WIRE_CHANNEL_H
#define MEHARI_SHARED_WIRE_CHANNEL_H

#include <stdbool.h>
#include <sys/types.h>
#include <sys/uio.h>

#include "shared/wire/wire.h"

/* A received message, which points into buffer. */
typedef struct mh_channel_packet_t {
    mh_wire_message_t message;
    size_t size;          /* of the packet; 0: the other side has gone */
    int fds[MH_WIRE_FDS]; /* -1 from fd_count on */
    int fd_count;
    pid_t pid; /* the sender, when the socket passes it */
    char buffer[MH_WIRE_MAX];
} mh_channel_packet_t;

/* Two ends of a SOCK_SEQPACKET socket, close-on-exec, blocking. */
int mh_channel_pair(int ends[2]);

/* True if the descriptor is such an end. */
bool mh_channel_is(int fd);

/*
 * Sends one whole message. flags: MSG_DONTWAIT or 0; SIGPIPE is never raised.
 * EAGAIN: the other side does not read; nothing was sent.
 */
int mh_channel_send(int channel, const void *data, size_t size, const int *fds,
                    int fd_count, int flags);

/*
 * Tells the manager how a process below this one has ended. The manager may be
 * gone. Then the report is not needed.
 */
void mh_channel_send_done(int channel, pid_t pid, int status);

/* Flag of a receive: descriptors stay open in programs that are executed. */
#define MH_CHANNEL_FOR_EXEC 0x1

/*
 * Receives and parses one message. flags as above, or MH_CHANNEL_FOR_EXEC. 0
 * with size 0: end of file, or an empty message; descriptors that came with it
 * are closed. EPROTO: the message is not ours; its descriptors are closed.
 * EMFILE: the message is there without its descriptors, which were more than
 * this process may have, or more than MH_WIRE_FDS.
 */
int mh_channel_receive(int channel, mh_channel_packet_t *packet, int flags);
/*
 * The same. The kernel writes the message's first word to *first, before this
 * function fills the packet. So *first shows that a message was taken, even if
 * the process is killed meanwhile.
 */
int mh_channel_receive_at(int channel, mh_channel_packet_t *packet, int flags,
                          uint32_t *first);

/* Closes the descriptors that the packet still holds (sets them to -1). */
void mh_channel_drop(mh_channel_packet_t *packet);

/* A sealed memory file holding data; -1 and errno. Its reader: see below. */
int mh_channel_memory(const void *data, size_t size);
/*
 * The contents of a memory file that another process sent, in malloc()ed
 * memory: refused (EPROTO) unless it is sealed, so that it cannot change, and
 * no larger than MH_WIRE_MEMORY_MAX.
 */
int mh_channel_read_memory(int fd, char **data, size_t *size);

#endif
