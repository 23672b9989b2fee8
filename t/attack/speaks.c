/*
 * speaks.c - does one thing that a process of a pool's user can do with the
 * sockets of another process. For t/attack/spoken.t.
 *
 *     speaks report MANAGER KNOWS AS BYTES   reports to MANAGER what is in
 *                       hexadecimal, in the name of AS, or (who is not root) in
 *                       its own; KNOWS has the secret
 *     speaks take PID   takes the next message that is for PID away
 *
 * Prints the result.
 */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "peers.h"
#include "shared/wire/channel.h"
#include "shared/compat.h"

#define PATIENCE 10000 /* ms */
#define TRIES 64

static int not_permitted(void)
{
    puts("not permitted");
    return 3;
}

static void read_bytes(const char *text, forged_t *forged)
{
    unsigned byte;

    while (forged->size < sizeof(forged->bytes) &&
           sscanf(text + 2 * forged->size, "%2x", &byte) == 1)
        forged->bytes[forged->size++] = (char)byte;
}

static const char *said_in_the_name_of(pid_t as, pid_t other)
{
    if (!as)
        return "not reported";
    return as == other ? "reported" : "reported as itself";
}

static int report(char **words)
{
    static forged_t forged;
    static report_t to;
    pid_t manager = (pid_t)strtol(words[0], NULL, 10);
    pid_t knows = (pid_t)strtol(words[1], NULL, 10);
    pid_t as = (pid_t)strtol(words[2], NULL, 10);

    read_bytes(words[3], &forged);
    find_report(&to, manager, knows);
    if (!to.size)
        return not_permitted();
    puts(said_in_the_name_of(send_report(&to, as, &forged), as));
    return 0;
}

/* The channel among the worker's sockets; otherwise -1. */
static int channel_of(pid_t pid)
{
    int process = pidfd_open(pid, 0);
    int fd = -1;

    for (int i = 0; i < TRIES && process >= 0 && fd < 0; i++)
        fd = steal(pid, process);
    return fd;
}

static int take_away(pid_t pid)
{
    static mh_channel_packet_t packet;
    struct pollfd event = { .fd = channel_of(pid), .events = POLLIN };

    if (event.fd < 0)
        return not_permitted();
    puts("waits");
    if (poll(&event, 1, PATIENCE) > 0 &&
        !mh_channel_receive(event.fd, &packet, MSG_DONTWAIT) && packet.size) {
        mh_channel_drop(&packet);
        puts("taken");
    }
    return 0;
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    chance_begin(1);
    if (argc == 6 && !strcmp(argv[1], "report"))
        return report(argv + 2);
    if (argc == 3 && !strcmp(argv[1], "take"))
        return take_away((pid_t)strtol(argv[2], NULL, 10));
    return 2;
}
