/*
 * attend.c - see attend.h.
 */
#include "exact/attend.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "exact/base.h"
#include "probes.h"

/* One for all: a new process overwrites what made it with what it is for. */
static mh_channel_packet_t packet;

/* The processes below this one; there are few. */
static struct {
    pid_t *pids;
    size_t count;
    size_t room;
} below;

/* Milliseconds. */
#define REAP_SOON 10
#define PATIENCE 3000

/* What SIGCHLD was to the script before we needed it. */
static struct {
    struct sigaction action;
    sigset_t mask;
    int fd;
} child_signal;

static int64_t milliseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void say(mh_wire_writer_t *writer)
{
    size_t size = mh_wire_end(writer);

    /* A manager that has gone does not need to know. */
    mh_channel_send(MH_EXACT_CONTROL, writer->buffer, size, NULL, 0, 0);
}

static void say_forked(uint32_t id, pid_t pid, int error)
{
    char buffer[512];
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_FORKED, id);
    mh_wire_put_number(&writer, MH_TAG_PID, (uint64_t)pid);
    if (error)
        mh_wire_put_string(&writer, MH_TAG_TEXT, strerror(error));
    say(&writer);
}

static void say_exited(pid_t pid, int status)
{
    char buffer[128];
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_EXITED, 0);
    mh_wire_put_number(&writer, MH_TAG_PID, (uint64_t)pid);
    mh_wire_put_number(&writer, MH_TAG_STATUS, (uint64_t)(unsigned)status);
    say(&writer);
}

/* Room is made before the fork: a process nobody knows of must not be. */
static bool make_room(void)
{
    size_t room = below.room ? below.room * 2 : 16;
    pid_t *pids;

    if (below.count < below.room)
        return true;
    pids = realloc(below.pids, room * sizeof(*pids));
    if (!pids)
        return false;
    below.pids = pids;
    below.room = room;
    return true;
}

static void reap(void)
{
    struct signalfd_siginfo told;
    int status;
    pid_t pid;

    /* One signal may stand for several ends. */
    while (read(child_signal.fd, &told, sizeof(told)) > 0)
        ;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        for (size_t i = 0; i < below.count; i++) {
            if (below.pids[i] == pid) {
                below.pids[i] = below.pids[--below.count];
                say_exited(pid, status);
                break;
            }
        }
    }
}

/*
 * SIGCHLD comes by descriptor here, whatever the script did to it. TERM is for
 * what a script's code does; who attends ends when its channel does, after
 * those below.
 */
static void watch_children(void)
{
    struct sigaction action = { .sa_handler = SIG_DFL };
    sigset_t set;
    sigset_t blocked;

    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    blocked = set;
    sigaddset(&blocked, SIGTERM);
    sigprocmask(SIG_BLOCK, &blocked, &child_signal.mask);
    sigaction(SIGCHLD, &action, &child_signal.action);
    child_signal.fd = mh_exact_high(
        signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

static void leave_children(void)
{
    close(child_signal.fd);
    if (child_signal.action.sa_handler != SIG_DFL)
        sigaction(SIGCHLD, &child_signal.action, NULL);
    sigprocmask(SIG_SETMASK, &child_signal.mask, NULL);
    /* Not freed: that would write to two pages of the heap in each child. */
    memset(&below, 0, sizeof(below));
}

void mh_attend_own(int channel)
{
    if (channel != MH_EXACT_CONTROL) {
        dup3(channel, MH_EXACT_CONTROL, O_CLOEXEC);
        close(channel);
    }
    close_range(MH_EXACT_MANAGER + 1, ~0U, 0);
}

/* True in the new process. */
static bool fork_one(pid_t (*make)(void))
{
    uint32_t id = packet.message.id;
    pid_t pid;

    if (!make_room()) {
        mh_channel_drop(&packet);
        say_forked(id, 0, ENOMEM);
        return false;
    }
    pid = make();
    if (pid == 0)
        return true;
    if (pid > 0) {
        below.pids[below.count++] = pid;
        mh_probe_fork(mh_exact.script, pid);
    }
    mh_channel_drop(&packet);
    say_forked(id, pid > 0 ? pid : 0, pid > 0 ? 0 : errno);
    return false;
}

static bool manager_has_gone(void)
{
    struct pollfd manager = { .fd = MH_EXACT_MANAGER, .events = POLLIN };

    return poll(&manager, 1, 0) > 0 && manager.revents & POLLIN;
}

static void signal_all(int number)
{
    for (size_t i = 0; i < below.count; i++)
        kill(below.pids[i], number);
}

/*
 * TERM, and who was stopped goes on. What a base has made ends of its own
 * accord: it does not take TERM where it attends, and has children of its own
 * to end first.
 */
static void end_all(int64_t since)
{
    int patience = mh_exact.kind == MH_EXACT_BASE ? 2 * PATIENCE : PATIENCE;

    if (milliseconds() - since >= patience) {
        signal_all(SIGKILL);
    } else {
        signal_all(SIGTERM);
        signal_all(SIGCONT);
    }
}

/*
 * No more orders will come. What runs may go on: this process stays to say
 * how it ended. When it is the manager that died, nobody limits them any more.
 */
static _Noreturn void wind_up(void)
{
    struct pollfd events[2] = {
        { .fd = child_signal.fd, .events = POLLIN },
        { .fd = MH_EXACT_MANAGER, .events = POLLIN },
    };
    int64_t gone = 0;

    while (below.count) {
        if (!gone && manager_has_gone())
            gone = milliseconds();
        if (gone)
            end_all(gone);
        poll(events, gone ? 1 : 2, PATIENCE / 3);
        reap();
    }
    _exit(0);
}

/* A message begins with a number that is not 0; see wire/wire.h. */
void mh_attend_forget(void)
{
    memset(packet.buffer, 0, sizeof(uint32_t));
}

bool mh_attend_has_received(void)
{
    uint32_t first;

    memcpy(&first, packet.buffer, sizeof(first));
    return first != 0;
}

/* The page is written to before it is received: there is one to receive to. */
mh_channel_packet_t *mh_attend_receive(void)
{
    int error;

    mh_attend_forget();
    error = mh_channel_receive(MH_EXACT_CONTROL, &packet, MH_CHANNEL_FOR_EXEC);
    return error || !packet.size ? NULL : &packet;
}

/* True in the new process. */
static bool take_order(mh_wire_type_e order, pid_t (*make)(void))
{
    int error = mh_channel_receive(MH_EXACT_CONTROL, &packet, 0);

    /* Something that is no order means that the other end has lost its way. */
    if (error || !packet.size || packet.message.type != order ||
        packet.fd_count != 1)
        wind_up();
    return fork_one(make);
}

/*
 * While orders come one after the other, those that have ended are seen to
 * between them: as a rule they have said themselves that they are done, and to
 * be woken for each costs more than to make it.
 */
static bool wait_for_order(bool soon)
{
    struct pollfd events[2] = {
        { .fd = MH_EXACT_CONTROL, .events = POLLIN },
        { .fd = child_signal.fd, .events = POLLIN },
    };

    for (;;) {
        int count = poll(events, soon ? 1 : 2, soon ? REAP_SOON : -1);

        if (count > 0 && events[0].revents)
            return true;
        if (count >= 0)
            return false;
    }
}

mh_channel_packet_t *mh_attend(mh_wire_type_e order, pid_t (*make)(void))
{
    bool soon = false;

    watch_children();
    /* When its manager ends it has others to end, and wakes for it. */
    prctl(PR_SET_PDEATHSIG, SIGCONT);
    for (;;) {
        bool ordered = wait_for_order(soon);

        if (ordered && take_order(order, make))
            break;
        reap();
        soon = ordered;
    }
    leave_children();
    mh_attend_own(packet.fds[0]);
    packet.fds[0] = -1;
    packet.fd_count = 0;
    return &packet;
}
