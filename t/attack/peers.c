/*
 * peers.c - sends random messages to a live manager, in the names of its peers.
 *
 *     peers MANAGER CHILD SPARED SEED SECONDS SCRIPT...
 *
 * Attacks MANAGER through the sockets of its real peers: a child of httpd, and
 * all processes of the manager's session except those with SPARED in their
 * command line. The same SEED gives the same messages, to the peers that exist
 * then. Prints a line for each fault and, at the end, the number of messages in
 * the name of each kind of peer.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "peers.h"
#include "shared/wire/channel.h"
#include "shared/compat.h"

#define CONNECTIONS 24
#define LOOK_AGAIN 16  /* rounds */
#define PATIENCE 20000 /* ms until a peer that sends nonsense is ended */

static facts_t facts;
static forged_t forged;
static mh_channel_packet_t packet;
static report_t report;
static const char *spared;
static pid_t httpd;
static int dispatch = -1;
static int connections[CONNECTIONS];
static unsigned long faults;

/* --- what comes with a message --- */

static int any_memory(void)
{
    static const char list[] = "PATH=/usr/bin:/bin\0A=b";

    if (one_in(4))
        return memfd_create("peers", MFD_CLOEXEC);
    return mh_channel_memory(list, sizeof(list) - one_in(8));
}

static int any_file(int place)
{
    int ends[2];

    if (place == 3)
        return any_memory();
    switch (below(4)) {
    case 0:
        return open("/dev/null", O_RDWR | O_CLOEXEC);
    case 1:
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
            return -1;
        break;
    default:
        if (pipe2(ends, O_CLOEXEC))
            return -1;
    }
    close(ends[place != 0]);
    return ends[place == 0];
}

static int send_forged(int to, int count)
{
    int fds[8] = { 0 };
    int had = 0;
    int error;

    for (int i = 0; i < count; i++) {
        fds[had] = any_file(i);
        had += fds[had] >= 0;
    }
    error = mh_channel_send(to, forged.bytes, forged.size, fds,
                            had < MH_WIRE_FDS ? had : MH_WIRE_FDS,
                            MSG_DONTWAIT);
    while (had)
        close(fds[--had]);
    return error;
}

/* --- as httpd --- */

static void play_dispatch(void)
{
    forge(&forged, &facts, true);
    send_forged(dispatch, (int)below(4));
}

static void open_connection(int *place)
{
    char text[64];
    mh_wire_writer_t writer;
    int ends[2];

    if (mh_channel_pair(ends))
        return;
    mh_wire_begin(&writer, text, sizeof(text), MH_WIRE_POOL, 0);
    if (mh_channel_send(dispatch, text, mh_wire_end(&writer), &ends[1], 1,
                        MSG_DONTWAIT))
        close(ends[0]);
    else
        *place = ends[0];
    close(ends[1]);
}

static void hear_answers(int fd, int patience)
{
    struct pollfd event = { .fd = fd, .events = POLLIN };

    while (poll(&event, 1, patience) > 0 &&
           !mh_channel_receive(fd, &packet, MSG_DONTWAIT) && packet.size)
        mh_channel_drop(&packet);
}

static void play_connection(void)
{
    int *place = &connections[below(CONNECTIONS)];

    if (*place < 0)
        open_connection(place);
    for (uint64_t n = 1 + below(4); n && *place >= 0; n--) {
        forge(&forged, &facts, true);
        if (send_forged(*place, one_in(8) ? (int)below(8) : 3 + one_in(4)))
            break;
    }
    if (*place < 0)
        return;
    hear_answers(*place, one_in(4) ? 0 : (int)below(100));
    if (one_in(3)) {
        close(*place);
        *place = -1;
    }
}

/* --- as one of those below --- */

/* Takes an order that is meant for the real peer, and notes what it names. */
static void listen_in(int fd)
{
    struct pollfd event = { .fd = fd, .events = POLLIN };

    if (poll(&event, 1, (int)below(20)) <= 0 ||
        mh_channel_receive(fd, &packet, MSG_DONTWAIT) || !packet.size)
        return;
    facts.id = packet.message.id;
    mh_channel_drop(&packet);
}

/*
 * The manager closes the channel of a peer that has sent something else than a
 * message.
 */
static void expect_end(int fd, pid_t pid)
{
    struct pollfd event = { .fd = fd, .events = 0 };

    if (poll(&event, 1, PATIENCE) > 0)
        return;
    faults++;
    printf("fault: process %d talked nonsense, and was heard on\n", (int)pid);
}

static void talk(int fd, pid_t pid)
{
    bool nonsense = false;

    facts.id = 0;
    if (one_in(3))
        listen_in(fd);
    for (uint64_t n = 1 + below(6); n; n--) {
        forge(&forged, &facts, false);
        if (send_forged(fd, one_in(16) ? (int)(1 + below(3)) : 0))
            break;
        nonsense |= forged.garbage && forged.size;
    }
    if (nonsense)
        expect_end(fd, pid);
}

/* A random peer; 0: there is none. */
static pid_t somebody(void)
{
    pid_t pid = facts.pid_count ? facts.pids[below(facts.pid_count)] : 0;

    return pid == facts.manager ? 0 : pid;
}

static void play_below(void)
{
    pid_t pid = somebody();
    int process = pid ? open_process(&facts, pid) : -1;
    int fd = process < 0 ? -1 : steal(pid, process);

    if (fd >= 0) {
        talk(fd, pid);
        close(fd);
        if (one_in(8))
            pidfd_send_signal(process, one_in(2) ? SIGKILL : SIGSTOP, NULL, 0);
    }
    if (process >= 0)
        close(process);
}

static void play_report(void)
{
    if (!report.size && facts.pid_count)
        find_report(&report, facts.manager, facts.pids[below(facts.pid_count)]);
    if (!report.size)
        return;
    if (one_in(64))
        report.secret[0]++;
    for (uint64_t n = 1 + below(8); n; n--) {
        pid_t as = facts.pid_count ? facts.pids[below(facts.pid_count)]
                                   : getpid();

        forge(&forged, &facts, false);
        send_report(&report, as, &forged);
    }
    if (one_in(64))
        report.size = 0; /* looked for again */
}

static void play_memory(void)
{
    pid_t pid = somebody();

    if (pid)
        scribble(pid);
}

static const struct {
    const char *name;
    void (*play)(void);
    unsigned weight;
} roles[] = {
    { "dispatch", play_dispatch, 2 },    { "connection", play_connection, 4 },
    { "below", play_below, 10 },         { "report", play_report, 4 },
    { "shared memory", play_memory, 1 },
};

#define ROLES (sizeof(roles) / sizeof(roles[0]))

static size_t choose_role(void)
{
    unsigned sum = 0;
    uint64_t at;
    size_t i = 0;

    for (size_t n = 0; n < ROLES; n++)
        sum += roles[n].weight;
    at = below(sum);
    while (at >= roles[i].weight)
        at -= roles[i++].weight;
    return i;
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void play(uint64_t number, double seconds)
{
    unsigned long played[ROLES] = { 0 };
    double end = now() + seconds;
    uint64_t first = number;

    for (; now() < end; number++) {
        size_t role;

        if (!((number - first) % LOOK_AGAIN))
            see_processes(&facts, spared);
        chance_begin(number);
        role = choose_role();
        roles[role].play();
        played[role]++;
    }
    for (size_t i = 0; i < ROLES; i++)
        printf("played: %lu %s\n", played[i], roles[i].name);
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* ends with the test, even if that is
                                       * killed */
    if (argc < 6)
        return 2;
    facts.manager = (pid_t)strtol(argv[1], NULL, 10);
    httpd = (pid_t)strtol(argv[2], NULL, 10);
    spared = argv[3];
    facts.scripts = argv + 6;
    facts.script_count = (size_t)(argc - 6);
    for (int i = 0; i < CONNECTIONS; i++)
        connections[i] = -1;
    dispatch = steal_dispatch(httpd, facts.manager);
    if (dispatch < 0) {
        printf("not permitted: %s\n", strerror(errno));
        return 3;
    }
    play(strtoull(argv[4], NULL, 10), strtod(argv[5], NULL));
    return faults != 0;
}
