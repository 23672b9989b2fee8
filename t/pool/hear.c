/*
 * hear.c - which messages a socket of src/pool/common/hear.h receives, and
 * whether it ever waits.
 *
 *     hear report       a report with the secret, of a descriptor that is slow
 *     hear channel      the same by a channel
 *     hear closed       the same, and empty messages, in one that is closed
 *     hear stream       one that is no channel, and has ended, is closed
 *     hear empty        a descriptor in a message that holds nothing
 *     hear last         what was said before nothing more can be
 *     hear reset        a message of one that ends and has not read all
 *     hear stranger     a report without the secret
 *     hear NAME         the same to an abstract name, as any user: COUNT times
 *     hear refusing     a descriptor, then a message, on the kernel as it is
 *
 * Prints a line for each message; nothing if a call had to wait. All but the
 * last act as on a kernel that cannot refuse descriptors.
 */
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pool/common/hear.h"

#ifndef SO_PASSRIGHTS
#define SO_PASSRIGHTS 83
#endif

static mh_channel_packet_t packet;
static int peer; /* never reads */
static bool may_refuse;

static _Noreturn void die(const char *what)
{
    fprintf(stderr, "hear: %s: %s\n", what, strerror(errno));
    exit(2);
}

/*
 * A connection that lingers at its close, because its peer does not read all
 * data.
 */
static int slow_to_close(void)
{
    static char much[65536];
    struct sockaddr_in name = { .sin_family = AF_INET,
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    struct linger wait = { 1, 30 };
    socklen_t size = sizeof(name);
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    if (bind(listener, (struct sockaddr *)&name, size) ||
        getsockname(listener, (struct sockaddr *)&name, &size) ||
        listen(listener, 1) || connect(fd, (struct sockaddr *)&name, size))
        die("a connection");
    peer = accept(listener, NULL, NULL);
    while (send(fd, much, sizeof(much), MSG_DONTWAIT) > 0)
        continue;
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &wait, sizeof(wait));
    close(listener);
    return fd;
}

/* The copy in the queued message is the last one. */
static void send_slow(int to, const struct sockaddr_un *name, unsigned length,
                      struct iovec part, bool queued)
{
    union {
        struct cmsghdr align;
        char room[CMSG_SPACE(sizeof(int))];
    } control = { .align = { .cmsg_len = CMSG_LEN(sizeof(int)),
                             .cmsg_level = SOL_SOCKET,
                             .cmsg_type = SCM_RIGHTS } };
    struct msghdr message = { .msg_name = (void *)(uintptr_t)name,
                              .msg_namelen = length,
                              .msg_iov = &part,
                              .msg_iovlen = 1,
                              .msg_control = &control,
                              .msg_controllen = sizeof(control) };
    int fd = slow_to_close();

    memcpy(CMSG_DATA(&control.align), &fd, sizeof(fd));
    if (sendmsg(to, &message, MSG_DONTWAIT) < 0)
        die("sendmsg");
    if (queued)
        close(fd);
}

/* Replaces libc's function. */
/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
int setsockopt(int fd, int level, int name, const void *value, socklen_t size)
{
    if (name == SO_PASSRIGHTS && !may_refuse) {
        errno = ENOPROTOOPT;
        return -1;
    }
    return (int)syscall(SYS_setsockopt, fd, level, name, value, size);
}

static int open_reports(mh_hear_address_t *address)
{
    int fd;

    errno = mh_hear_reports_open(&fd, address);
    if (errno)
        die("a socket for reports");
    return fd;
}

static void report(bool secret)
{
    mh_hear_address_t address;
    int fd = open_reports(&address);
    int from = socket(AF_UNIX, SOCK_DGRAM, 0);
    char text[20] = "stranger's message!";

    if (secret)
        memcpy(text, address.secret, sizeof(address.secret));
    send_slow(from, &address.name, address.size,
              (struct iovec){ text, sizeof(text) }, secret);
    printf("%s\n", strerror(mh_hear_report(fd, &packet)));
    if (secret) {
        printf("sender %d\n", packet.pid == getpid());
        if (fork() == 0) {
            mh_hear_discard(fd);
            _exit(0);
        }
        wait(NULL);
        printf("%s\n", strerror(mh_hear_report(fd, &packet)));
    }
}

static void channel(bool closed)
{
    struct iovec nothing = { NULL, 0 };
    struct iovec byte = { (char[]){ 'x' }, 1 };
    int ends[2];

    errno = mh_hear_pair(ends);
    if (errno)
        die("a channel");
    if (closed && (send(ends[1], "", 0, 0) || send(ends[1], "x", 1, 0) != 1))
        die("send");
    send_slow(ends[1], NULL, 0, closed ? nothing : byte, true);
    if (!closed)
        printf("%s\n", strerror(mh_hear(ends[0], &packet)));
    printf("closed %d\n", mh_hear_close(ends[0]));
    printf("shut %d\n", send(ends[1], "x", 1, MSG_NOSIGNAL) < 0);
    _exit(fflush(stdout) != 0);
}

static void stream(void)
{
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
        die("a stream");
    close(ends[1]);
    printf("channel %d\n", mh_channel_is(ends[0]));
    printf("closed %d\n", mh_hear_close(ends[0]));
}

static int lowest(void)
{
    int fd = dup(0);

    close(fd);
    return fd;
}

static void empty(void)
{
    int ends[2];
    int fd = 1;
    int before;

    errno = mh_channel_pair(ends);
    before = lowest();
    if (errno || mh_channel_send(ends[1], "", 0, &fd, 1, 0))
        die("a channel");
    printf("%s\n", strerror(mh_channel_receive(ends[0], &packet, 0)));
    printf("size %zu kept %d\n", packet.size, lowest() - before);
}

static void reset(void)
{
    char text[64];
    mh_wire_writer_t writer;
    int ends[2];

    errno = mh_hear_pair(ends);
    if (errno)
        die("a channel");
    mh_wire_begin(&writer, text, sizeof(text), MH_WIRE_DONE, 7);
    if (send(ends[0], "unread", 6, 0) < 0 ||
        send(ends[1], text, mh_wire_end(&writer), 0) < 0)
        die("send");
    close(ends[1]);
    printf("%s\n", strerror(mh_hear(ends[0], &packet)));
    printf("message %u\n", packet.size ? packet.message.id : 0);
    printf("%s\n", strerror(mh_hear(ends[0], &packet)));
    printf("size %zu\n", packet.size);
}

/*
 * Several messages before the end, and those that another process adds
 * meanwhile.
 */
static void last(void)
{
    char text[64];
    mh_wire_writer_t writer;
    size_t size;
    int ends[2];
    int heard = 0;

    errno = mh_hear_pair(ends);
    if (errno)
        die("a channel");
    mh_wire_begin(&writer, text, sizeof(text), MH_WIRE_DONE, 7);
    size = mh_wire_end(&writer);
    for (int i = 0; i < 3; i++)
        if (send(ends[1], text, size, 0) < 0)
            die("send");
    mh_hear_last(ends[0]);
    while (!mh_hear(ends[0], &packet) && packet.size && ++heard < 100)
        send(ends[1], text, size, MSG_NOSIGNAL);
    printf("heard %d\n", heard);
}

static void refusing(void)
{
    char text[64];
    mh_wire_writer_t writer;
    size_t size;
    int fd = 1;
    int ends[2];

    may_refuse = true;
    errno = mh_hear_pair(ends);
    if (errno)
        die("a channel");
    mh_wire_begin(&writer, text, sizeof(text), MH_WIRE_DONE, 7);
    size = mh_wire_end(&writer);
    printf("%s\n", strerror(mh_channel_send(ends[1], text, size, &fd, 1, 0)));
    if (mh_channel_send(ends[1], text, size, NULL, 0, 0))
        die("send");
    while (!mh_hear(ends[0], &packet))
        printf("message %u\n", packet.message.id);
}

static void stranger(const char *text, int count)
{
    struct sockaddr_un name = { .sun_family = AF_UNIX };
    size_t length = strlen(text);
    int from = socket(AF_UNIX, SOCK_DGRAM, 0);
    int refused = 0;

    memcpy(name.sun_path + 1, text, length);
    length += 1 + sizeof(sa_family_t);
    while (count--)
        refused += sendto(from, "x", 1, MSG_DONTWAIT, (struct sockaddr *)&name,
                          (socklen_t)length) != 1;
    printf("refused %d\n", refused);
    send_slow(from, &name, (unsigned)length,
              (struct iovec){ (char[]){ 'x' }, 1 }, false);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";

    alarm(10);
    if (!strcmp(what, "report") || !strcmp(what, "stranger"))
        report(*what == 'r');
    else if (!strcmp(what, "channel") || !strcmp(what, "closed"))
        channel(!strcmp(what, "closed"));
    else if (!strcmp(what, "stream"))
        stream();
    else if (!strcmp(what, "empty"))
        empty();
    else if (!strcmp(what, "last"))
        last();
    else if (!strcmp(what, "reset"))
        reset();
    else if (!strcmp(what, "refusing"))
        refusing();
    else
        stranger(what, argc > 2 ? atoi(argv[2]) : 1);
    return 0;
}
