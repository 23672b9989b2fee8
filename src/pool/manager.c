/*
 * manager.c - see manager.h.
 */
#include "pool/manager.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pool/connection.h"
#include "pool/exec.h"
#include "pool/loop.h"
#include "pool/queue.h"
#include "pool/run.h"
#include "pool/script.h"
#include "wire/channel.h"

mh_manager_t mh_manager;

static mh_source_t dispatch;
static mh_source_t signals;

static void stop(void)
{
    mh_manager.stopping = true;
    mh_loop_forget(&dispatch);
}

/* A process of httpd's comes in: the one descriptor is its connection. */
static void on_dispatch(mh_source_t *source)
{
    static mh_channel_packet_t packet;
    int error = mh_channel_receive(source->fd, &packet, MSG_DONTWAIT);

    if (error) {
        /* Out of descriptors: the next round tries again, not this one. */
        return;
    }
    if (!packet.size) {
        stop();
        return;
    }
    if (packet.message.type == MH_WIRE_POOL && packet.fd_count == 1) {
        mh_connection_open(packet.fds[0]);
        packet.fd_count = 0;
    }
    mh_channel_drop(&packet);
}

static void reap(void)
{
    int status;
    pid_t pid;

    while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
        mh_exec_ended(pid, status);
}

static void on_signal(mh_source_t *source)
{
    struct signalfd_siginfo info;

    while (read(source->fd, &info, sizeof(info)) == sizeof(info)) {
        if (info.ssi_signo == SIGCHLD) {
            reap();
        } else {
            stop();
            mh_connection_close_all();
        }
    }
}

static const char *watch_signals(void)
{
    sigset_t set;
    int fd;

    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    /* An ignored SIGCHLD would reap by itself, and leave nothing to report. */
    signal(SIGCHLD, SIG_DFL);
    if (sigprocmask(SIG_SETMASK, &set, NULL))
        return "cannot set its signals";
    fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (fd < 0 || mh_loop_watch(&signals, fd, on_signal))
        return "cannot wait for signals";
    return NULL;
}

const char *mh_manager_open(const mh_definition_t *definition)
{
    const mh_pool_numbers_t *numbers = &definition->numbers;
    const char *wrong;

    mh_manager.definition = definition;
    if (mh_loop_open())
        return "cannot wait for anything";
    wrong = watch_signals();
    if (wrong)
        return wrong;
    if (fcntl(MH_POOL_FD_DISPATCH, F_SETFD, FD_CLOEXEC) ||
        mh_loop_watch(&dispatch, MH_POOL_FD_DISPATCH, on_dispatch))
        return "cannot wait for httpd";
    mh_queue_setup(numbers->concurrency, numbers->queue);
    mh_child_setup();
    mh_run_setup();
    return NULL;
}

static void after_round(void)
{
    mh_queue_pump(mh_script_start);
    if (mh_manager.stopping && mh_queue_idle())
        mh_loop_stop();
}

void mh_manager_run(void)
{
    mh_loop_run(after_round);
}
