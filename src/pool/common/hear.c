/*
 * hear.c - see hear.h.
 */
#include "pool/common/hear.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/filter.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

/*
 * More messages than a channel holds, because another kind of socket may give
 * messages without end.
 */
#define QUEUE 1024

#ifndef SO_PASSRIGHTS
#define SO_PASSRIGHTS 83
#endif

/* The kernel refuses messages with descriptors to our channels, so we receive
 * each one without a peek. */
static bool refused;

static void take_no_descriptors(int channel)
{
    int off = 0;

    refused = !setsockopt(channel, SOL_SOCKET, SO_PASSRIGHTS, &off,
                          sizeof(off));
}

int mh_hear_pair(int ends[2])
{
    int error = mh_channel_pair(ends);

    if (!error)
        take_no_descriptors(ends[0]);
    return error;
}

int mh_hear_pair_mute(int ends[2])
{
    int error = mh_hear_pair(ends);

    if (!error)
        shutdown(ends[0], SHUT_RD);
    return error;
}

/* Memory for the sender's credentials, and for nothing else. */
typedef union sender_t {
    struct cmsghdr align;
    char room[CMSG_SPACE(sizeof(struct ucred))];
} sender_t;

static pid_t sender_of(struct msghdr *received)
{
    const struct cmsghdr *item = CMSG_FIRSTHDR(received);
    struct ucred sender;

    if (!item || item->cmsg_level != SOL_SOCKET ||
        item->cmsg_type != SCM_CREDENTIALS)
        return 0;
    memcpy(&sender, CMSG_DATA(item), sizeof(sender));
    return sender.pid;
}

/*
 * A process that ends with a message of ours unread resets its channel. The
 * kernel reports that once, before the messages of the process itself
 * (unix(7)).
 */
static bool is_to_be_repeated(int error)
{
    return error == EINTR || error == ECONNRESET;
}

static ssize_t receive(int channel, struct msghdr *seen, int flags)
{
    ssize_t size;

    do
        size = recvmsg(channel, seen, flags | MSG_DONTWAIT);
    while (size < 0 && is_to_be_repeated(errno));
    return size;
}

/*
 * The message and its descriptors stay in the queue, because a peek closes no
 * descriptor.
 */
static ssize_t look(int channel, struct msghdr *seen)
{
    return receive(channel, seen, MSG_PEEK);
}

static void take_off(int channel)
{
    while (recv(channel, NULL, 0, MSG_DONTWAIT) < 0 && is_to_be_repeated(errno))
        continue;
}

static int hear(int channel, mh_channel_packet_t *packet, struct msghdr *seen)
{
    size_t before = seen->msg_iovlen > 1 ? seen->msg_iov[0].iov_len : 0;
    ssize_t size = refused ? receive(channel, seen, 0) : look(channel, seen);

    packet->size = 0;
    packet->fd_count = 0;
    for (int i = 0; i < MH_WIRE_FDS; i++)
        packet->fds[i] = -1;
    packet->pid = size < 0 ? 0 : sender_of(seen);
    if (size < 0)
        return errno;
    if (seen->msg_flags & MSG_CTRUNC)
        return EPERM;
    if (!refused)
        take_off(channel);
    if (size == 0)
        return 0;
    if (seen->msg_flags & MSG_TRUNC || (size_t)size <= before ||
        mh_wire_parse(packet->buffer, (size_t)size - before, &packet->message))
        return EPROTO;
    packet->size = (size_t)size - before;
    return 0;
}

int mh_hear(int channel, mh_channel_packet_t *packet)
{
    struct iovec part = { packet->buffer, sizeof(packet->buffer) };
    struct msghdr seen = { .msg_iov = &part, .msg_iovlen = 1 };

    return hear(channel, packet, &seen);
}

void mh_hear_last(int channel)
{
    shutdown(channel, SHUT_RD);
}

/*
 * Each message on a channel with credentials has them; only the channel's end
 * comes without. Streams would differ, but we use none.
 */
bool mh_hear_close(int channel)
{
    int on = 1;

    if (!shutdown(channel, SHUT_RDWR) || errno == ENOTCONN) {
        setsockopt(channel, SOL_SOCKET, SO_PASSCRED, &on, sizeof(on));
        for (int i = 0; i < QUEUE; i++) {
            sender_t sender;
            char byte;
            struct iovec part = { &byte, 1 };
            struct msghdr seen = { .msg_iov = &part,
                                   .msg_iovlen = 1,
                                   .msg_control = &sender,
                                   .msg_controllen = sizeof(sender) };

            if (look(channel, &seen) < 0 || !seen.msg_controllen)
                break;
            if (seen.msg_flags & MSG_CTRUNC)
                return false;
            take_off(channel);
        }
    }
    close(channel);
    return true;
}

/* The filter admits a message only if its first bytes are the secret. */
static int admit(int channel, const unsigned char *secret)
{
    enum { WORDS = MH_HEAR_SECRET / 4 };
    struct sock_filter steps[2 * WORDS + 2];
    struct sock_fprog filter = { .len = 2 * WORDS + 2, .filter = steps };

    for (unsigned i = 0; i < WORDS; i++) {
        uint32_t word;

        memcpy(&word, secret + 4 * (size_t)i, sizeof(word));
        steps[2 * i] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                                                    4 * i);
        steps[2 * i + 1] = (struct sock_filter)BPF_JUMP(
            BPF_JMP | BPF_JEQ | BPF_K, ntohl(word), 0,
            (unsigned char)(2 * (WORDS - i) - 1));
    }
    steps[2 * WORDS] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, ~0U);
    steps[2 * WORDS + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, 0);
    return setsockopt(channel, SOL_SOCKET, SO_ATTACH_FILTER, &filter,
                      sizeof(filter));
}

static int open_reports(int channel, mh_hear_address_t *address)
{
    socklen_t length = sizeof(address->name);
    int on = 1;

    memset(address, 0, sizeof(*address));
    address->name.sun_family = AF_UNIX;
    take_no_descriptors(channel);
    if (getrandom(address->secret, sizeof(address->secret), 0) !=
        sizeof(address->secret))
        return errno ? errno : EIO;
    /* With a family and no name, the kernel chooses an abstract name. */
    if (admit(channel, address->secret) ||
        bind(channel, (struct sockaddr *)&address->name, sizeof(sa_family_t)) ||
        setsockopt(channel, SOL_SOCKET, SO_PASSCRED, &on, sizeof(on)) ||
        getsockname(channel, (struct sockaddr *)&address->name, &length))
        return errno;
    address->size = length;
    return 0;
}

int mh_hear_reports_open(int *channel, mh_hear_address_t *address)
{
    int error;

    *channel = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (*channel < 0)
        return errno;
    error = open_reports(*channel, address);
    if (error) {
        close(*channel);
        *channel = -1;
    }
    return error;
}

int mh_hear_say(const mh_hear_address_t *address, const void *data, size_t size)
{
    int channel = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    struct iovec parts[2] = {
        { (void *)(uintptr_t)address->secret, sizeof(address->secret) },
        { (void *)(uintptr_t)data, size },
    };
    struct msghdr packet = {
        .msg_name = (void *)(uintptr_t)&address->name,
        .msg_namelen = address->size,
        .msg_iov = parts,
        .msg_iovlen = 2,
    };
    ssize_t sent;
    int error;

    if (channel < 0)
        return errno;
    do
        sent = sendmsg(channel, &packet, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    error = sent < 0 ? errno : 0;
    close(channel);
    return error;
}

int mh_hear_report(int channel, mh_channel_packet_t *packet)
{
    char secret[MH_HEAR_SECRET];
    sender_t sender;
    struct iovec parts[2] = {
        { secret, sizeof(secret) },
        { packet->buffer, sizeof(packet->buffer) },
    };
    struct msghdr seen = { .msg_iov = parts,
                           .msg_iovlen = 2,
                           .msg_control = &sender,
                           .msg_controllen = sizeof(sender) };

    return hear(channel, packet, &seen);
}

void mh_hear_discard(int channel)
{
    /* SCM_MAX_FD of the kernel, and the sender's credentials. */
    char control[CMSG_SPACE(253 * sizeof(int)) +
                 CMSG_SPACE(sizeof(struct ucred))];
    char byte;
    struct iovec part = { &byte, 1 };
    struct msghdr seen = { .msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = control,
                           .msg_controllen = sizeof(control) };

    look(channel, &seen);
    take_off(channel);
}
