/*
 * channel.c - see channel.h.
 */
#include "shared/wire/channel.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* Memory for the descriptors and the sender's credentials of one message. */
typedef union control_t {
    struct cmsghdr align;
    char room[CMSG_SPACE(sizeof(int) * MH_WIRE_FDS) +
              CMSG_SPACE(sizeof(struct ucred))];
} control_t;

int mh_channel_pair(int ends[2])
{
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) ? errno
                                                                       : 0;
}

static int option_of(int fd, int option)
{
    int value = -1;
    socklen_t size = sizeof(value);

    return getsockopt(fd, SOL_SOCKET, option, &value, &size) ? -1 : value;
}

bool mh_channel_is(int fd)
{
    return option_of(fd, SO_DOMAIN) == AF_UNIX &&
           option_of(fd, SO_TYPE) == SOCK_SEQPACKET;
}

int mh_channel_send(int channel, const void *data, size_t size, const int *fds,
                    int fd_count, int flags)
{
    control_t control;
    struct iovec part = { (void *)(uintptr_t)data, size };
    struct msghdr packet = { .msg_iov = &part, .msg_iovlen = 1 };
    ssize_t sent;

    if (fd_count) {
        size_t bytes = sizeof(int) * (size_t)fd_count;

        memset(&control, 0, sizeof(control));
        control.align.cmsg_level = SOL_SOCKET;
        control.align.cmsg_type = SCM_RIGHTS;
        control.align.cmsg_len = CMSG_LEN(bytes);
        memcpy(CMSG_DATA(&control.align), fds, bytes);
        packet.msg_control = &control;
        packet.msg_controllen = CMSG_SPACE(bytes);
    }
    do
        sent = sendmsg(channel, &packet, flags | MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent < 0 ? errno : 0;
}

void mh_channel_send_done(int channel, pid_t pid, int status)
{
    char buffer[64];
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_DONE, 0);
    mh_wire_put_number(&writer, MH_TAG_PID, (uint64_t)pid);
    mh_wire_put_number(&writer, MH_TAG_STATUS, (uint64_t)(unsigned)status);
    mh_channel_send(channel, buffer, mh_wire_end(&writer), NULL, 0, 0);
}

static void keep_fds(mh_channel_packet_t *packet, const struct cmsghdr *item)
{
    size_t count = (item->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    const unsigned char *at = CMSG_DATA(item);

    for (size_t i = 0; i < count; i++) {
        int fd;

        memcpy(&fd, at + i * sizeof(fd), sizeof(fd));
        if (packet->fd_count < MH_WIRE_FDS)
            packet->fds[packet->fd_count++] = fd;
        else
            close(fd);
    }
}

static void read_control(mh_channel_packet_t *packet, struct msghdr *received)
{
    struct cmsghdr *item = CMSG_FIRSTHDR(received);

    for (; item; item = CMSG_NXTHDR(received, item)) {
        struct ucred sender;

        if (item->cmsg_level != SOL_SOCKET)
            continue;
        if (item->cmsg_type == SCM_RIGHTS) {
            keep_fds(packet, item);
        } else if (item->cmsg_type == SCM_CREDENTIALS) {
            memcpy(&sender, CMSG_DATA(item), sizeof(sender));
            packet->pid = sender.pid;
        }
    }
}

/*
 * A receive that waits in the kernel takes the message even if the process is
 * stopped or killed by then, and the message would be lost with the process.
 * poll() leaves it in the queue.
 */
static ssize_t receive(int channel, struct msghdr *received, int flags)
{
    bool waits = !(flags & MSG_DONTWAIT);
    int how = MSG_DONTWAIT |
              (flags & MH_CHANNEL_FOR_EXEC ? 0 : MSG_CMSG_CLOEXEC);
    struct pollfd event = { .fd = channel, .events = POLLIN };
    ssize_t size;

    for (;;) {
        size = recvmsg(channel, received, how);
        if (size >= 0 || (errno != EINTR && errno != EAGAIN) ||
            (errno == EAGAIN && !waits))
            return size;
        if (errno == EAGAIN)
            poll(&event, 1, -1);
    }
}

int mh_channel_receive(int channel, mh_channel_packet_t *packet, int flags)
{
    uint32_t first = 0;

    return mh_channel_receive_at(channel, packet, flags, &first);
}

int mh_channel_receive_at(int channel, mh_channel_packet_t *packet, int flags,
                          uint32_t *first)
{
    control_t control;
    struct iovec parts[2] = {
        { first, sizeof(*first) },
        { packet->buffer + sizeof(*first),
          sizeof(packet->buffer) - sizeof(*first) },
    };
    struct msghdr received = {
        .msg_iov = parts,
        .msg_iovlen = 2,
        .msg_control = &control,
        .msg_controllen = sizeof(control),
    };
    ssize_t size;

    packet->size = 0;
    packet->pid = 0;
    packet->fd_count = 0;
    for (int i = 0; i < MH_WIRE_FDS; i++)
        packet->fds[i] = -1;
    size = receive(channel, &received, flags);
    if (size < 0)
        return errno;
    memcpy(packet->buffer, first, sizeof(*first));
    read_control(packet, &received);
    if (size == 0) {
        mh_channel_drop(packet);
        return 0;
    }
    if (received.msg_flags & MSG_TRUNC ||
        mh_wire_parse(packet->buffer, (size_t)size, &packet->message)) {
        mh_channel_drop(packet);
        return EPROTO;
    }
    packet->size = (size_t)size;
    if (!(received.msg_flags & MSG_CTRUNC))
        return 0;
    mh_channel_drop(packet);
    return EMFILE;
}

void mh_channel_drop(mh_channel_packet_t *packet)
{
    for (int i = 0; i < packet->fd_count; i++) {
        if (packet->fds[i] >= 0)
            close(packet->fds[i]);
        packet->fds[i] = -1;
    }
    packet->fd_count = 0;
}

#define SEALS (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE)

int mh_channel_memory(const void *data, size_t size)
{
    int fd = memfd_create("mehari-request", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    const char *at = data;

    if (fd < 0)
        return -1;
    while (size) {
        ssize_t written = write(fd, at, size);

        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            goto fail;
        at += written;
        size -= (size_t)written;
    }
    if (!fcntl(fd, F_ADD_SEALS, SEALS))
        return fd;
fail:
    close(fd);
    return -1;
}

static int read_all(int fd, char *data, size_t size)
{
    size_t done = 0;

    while (done < size) {
        ssize_t got = pread(fd, data + done, size - done, (off_t)done);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0 ? errno : EPROTO;
        done += (size_t)got;
    }
    return 0;
}

int mh_channel_read_memory(int fd, char **data, size_t *size)
{
    struct stat status;
    int error;

    *data = NULL;
    *size = 0;
    if ((fcntl(fd, F_GET_SEALS) & SEALS) != SEALS || fstat(fd, &status) ||
        status.st_size <= 0 || status.st_size > MH_WIRE_MEMORY_MAX)
        return EPROTO;
    *data = malloc((size_t)status.st_size);
    if (!*data)
        return ENOMEM;
    error = read_all(fd, *data, (size_t)status.st_size);
    if (error) {
        free(*data);
        *data = NULL;
        return error;
    }
    *size = (size_t)status.st_size;
    return 0;
}
