/*
 * spawn_loop.c - see spawn_loop.h.
 */
#include "pool/perl/spawn_loop.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pool/perl/self.h"
#include "pool/rollback/rollback.h"
#include "shared/pids.h"
#include "shared/probes.h"
#include "shared/compat.h"
#include "shared/clock.h"

/* One buffer for all: a new process overwrites the order by which it was made.
 */
static mh_channel_packet_t packet;

/* The processes below this one; there are few. */
static mh_pids_t below;

/*
 * Zygotes of a base that were ended by a signal, and so could not end their
 * children. Only the newest are kept, as a script can kill one zygote after the
 * other.
 */
#define KILLED_MAX 16

static struct {
    int fd[KILLED_MAX]; /* pidfds */
    size_t count;
    size_t next;
} killed;

/* Milliseconds. */
#define REAP_SOON 10
#define PATIENCE 3000

/* The script's disposition of SIGCHLD, before ours replaced it. */
static struct {
    struct sigaction action;
    sigset_t mask;
    int fd;
} child_signal;

static int64_t milliseconds(void)
{
    return (int64_t)(mh_clock(CLOCK_MONOTONIC) / 1000000);
}

static void say(mh_wire_writer_t *writer)
{
    size_t size = mh_wire_end(writer);

    /* An error means that the manager has gone, which needs no report. */
    mh_channel_send(MH_PERL_CONTROL, writer->buffer, size, NULL, 0, 0);
}

static void say_forked(uint32_t id, pid_t pid, int error)
{
    char buffer[512];
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_FORK, id);
    mh_wire_put_number(&writer, MH_TAG_PID, (uint64_t)pid);
    if (error)
        mh_wire_put_string(&writer, MH_TAG_TEXT, strerror(error));
    say(&writer);
}

/* Remembers a zygote's group, by which its children can be reached. */
static void keep_group(pid_t zygote)
{
    int fd = mh_perl_high(pidfd_open(zygote, 0));

    if (fd < 0)
        return;
    if (killed.count < KILLED_MAX)
        killed.count++;
    else
        close(killed.fd[killed.next]);
    killed.fd[killed.next] = fd;
    killed.next = (killed.next + 1) % KILLED_MAX;
}

static void reap_zygote(pid_t pid)
{
    siginfo_t end = { .si_pid = 0 };
    int status;

    if (waitid(P_PID, (id_t)pid, &end, WEXITED | WNOHANG | WNOWAIT) ||
        !end.si_pid)
        return;
    if (end.si_code != CLD_EXITED)
        keep_group(pid);
    waitpid(pid, &status, 0);
    mh_pids_remove(&below, pid);
    mh_channel_send_done(MH_PERL_CONTROL, pid, status);
}

static void reap_children(void)
{
    int status;
    pid_t pid;

    while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
        if (mh_pids_remove(&below, pid))
            mh_channel_send_done(MH_PERL_CONTROL, pid, status);
}

static void reap(void)
{
    struct signalfd_siginfo info;

    /* One signal may stand for several ends. */
    while (read(child_signal.fd, &info, sizeof(info)) > 0)
        ;
    if (mh_self.kind != MH_PERL_BASE)
        reap_children();
    else
        for (size_t i = below.count; i-- > 0;)
            reap_zygote(below.at[i]);
}

/*
 * SIGCHLD comes by descriptor here, whatever the script did to it. TERM is for
 * the script's code; a process in this loop ends when its channel does, after
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
    child_signal.fd = mh_perl_high(
        signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

static void leave_signals(void)
{
    close(child_signal.fd);
    if (child_signal.action.sa_handler != SIG_DFL)
        sigaction(SIGCHLD, &child_signal.action, NULL);
    sigprocmask(SIG_SETMASK, &child_signal.mask, NULL);
}

/* Not freed: that would write to two pages of the heap in each child. */
static void leave_children(void)
{
    leave_signals();
    memset(&below, 0, sizeof(below));
    memset(&killed, 0, sizeof(killed));
}

/* Makes channel the process's own and closes all others of ours. */
static void keep_channel(int channel)
{
    if (channel != MH_PERL_CONTROL) {
        dup3(channel, MH_PERL_CONTROL, O_CLOEXEC);
        close(channel);
    }
    close_range(MH_PERL_MANAGER + 1, ~0U, 0);
}

/* Forks one process; true in the new one. */
static bool fork_one(pid_t (*make)(void))
{
    uint32_t id = packet.message.id;
    pid_t pid;

    if (!mh_pids_make_room(&below)) {
        mh_channel_drop(&packet);
        say_forked(id, 0, ENOMEM);
        return false;
    }
    pid = make();
    if (pid == 0)
        return true;
    if (pid > 0) {
        mh_pids_add(&below, pid);
        mh_probe_fork(mh_self.script, pid);
    }
    mh_channel_drop(&packet);
    say_forked(id, pid > 0 ? pid : 0, pid > 0 ? 0 : errno);
    return false;
}

static bool manager_has_gone(void)
{
    struct pollfd manager = { .fd = MH_PERL_MANAGER, .events = POLLIN };

    return poll(&manager, 1, 0) > 0 && manager.revents & POLLIN;
}

/*
 * No other process would do it, because the manager has gone. Before Linux 6.9,
 * the children of such a zygote are left.
 */
static void end_orphans(void)
{
    while (killed.count) {
        int fd = killed.fd[--killed.count];

        pidfd_send_signal(fd, SIGKILL, NULL, PIDFD_SIGNAL_PROCESS_GROUP);
        close(fd);
    }
}

/*
 * Sends TERM, and CONT to those that are stopped. A base's zygotes end of their
 * own accord: in this loop they ignore TERM, and have children of their own to
 * end first.
 */
static void end_all(int64_t since)
{
    int patience = mh_self.kind == MH_PERL_BASE ? 2 * PATIENCE : PATIENCE;

    end_orphans();
    if (milliseconds() - since >= patience) {
        mh_pids_kill(&below, SIGKILL);
    } else {
        mh_pids_kill(&below, SIGTERM);
        mh_pids_kill(&below, SIGCONT);
    }
}

/*
 * No more orders will come. Children may go on: this process stays to report
 * how they ended. If the manager has died, nobody limits them any more, so they
 * are ended.
 */
static _Noreturn void wind_up(void)
{
    struct pollfd events[2] = {
        { .fd = child_signal.fd, .events = POLLIN },
        { .fd = MH_PERL_MANAGER, .events = POLLIN },
    };
    int64_t gone = 0;

    while (below.count || killed.count) {
        if (!gone && manager_has_gone())
            gone = milliseconds();
        if (gone)
            end_all(gone);
        poll(events, gone ? 1 : 2, PATIENCE / 3);
        reap();
    }
    _exit(0);
}

/* Writing to the page before the message arrives makes sure that there is
 * memory for it. */
mh_channel_packet_t *mh_spawn_loop_receive(uint32_t *first)
{
    int error;

    memset(packet.buffer, 0, sizeof(uint32_t));
    error = mh_channel_receive_at(MH_PERL_CONTROL, &packet, MH_CHANNEL_FOR_EXEC,
                                  first);
    return error || !packet.size ? NULL : &packet;
}

/* Takes one order; true in the new process. */
static bool take_order(pid_t (*make)(void))
{
    int error = mh_channel_receive(MH_PERL_CONTROL, &packet, 0);

    /* Anything but an order is a protocol error: shut down. */
    if (error || !packet.size || packet.message.type != MH_WIRE_FORK ||
        packet.fd_count != 1)
        wind_up();
    return fork_one(make);
}

/*
 * While orders come one after the other, ended children are reaped between
 * them: as a rule they have reported themselves, and waking for each end costs
 * more than a fork.
 */
static bool wait_for_order(bool soon)
{
    struct pollfd events[2] = {
        { .fd = MH_PERL_CONTROL, .events = POLLIN },
        { .fd = child_signal.fd, .events = POLLIN },
    };

    int fds[MH_REST_FDS] = { MH_PERL_CONTROL, child_signal.fd };

    if (!soon)
        mh_rollback_rest(fds, MH_REST_AFTER);
    for (;;) {
        int count = poll(events, soon ? 1 : 2, soon ? REAP_SOON : -1);

        if (count > 0 && events[0].revents)
            return true;
        if (count >= 0)
            return false;
    }
}

/* The order that made this process. */
static mh_channel_packet_t *leave(void)
{
    leave_children();
    keep_channel(packet.fds[0]);
    packet.fds[0] = -1;
    packet.fd_count = 0;
    return &packet;
}

/* True in a new process. With first, false in this process when a process that
 * it made has ended. Does not return when the channel has ended. */
static bool make_processes(pid_t (*make)(void), bool first)
{
    size_t made = 0;
    bool soon = false;

    watch_children();
    /* When the manager ends, this process must wake up, and end its
     * children. */
    prctl(PR_SET_PDEATHSIG, SIGCONT);
    reap();
    while (!first || below.count == made) {
        bool ordered = wait_for_order(soon);

        if (ordered && take_order(make))
            return true;
        made = below.count;
        reap();
        soon = ordered;
    }
    return false;
}

mh_channel_packet_t *mh_spawn_loop_first(pid_t (*make)(void))
{
    if (make_processes(make, true))
        return leave();
    leave_signals();
    return NULL;
}

mh_channel_packet_t *mh_spawn_loop(pid_t (*make)(void))
{
    make_processes(make, false);
    return leave();
}
