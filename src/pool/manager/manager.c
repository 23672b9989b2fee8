/*
 * manager.c - see manager.h.
 */
#include "pool/manager/manager.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shared/ksm.h"
#include "pool/manager/attention.h"
#include "pool/manager/connection.h"
#include "pool/manager/processes/exec.h"
#include "pool/manager/processes/children.h"
#include "pool/manager/processes/base.h"
#include "pool/manager/watch/dependencies.h"
#include "pool/manager/scripts/run_mode.h"
#include "pool/manager/notice.h"
#include "pool/manager/peer.h"
#include "pool/manager/reports.h"
#include "pool/manager/loop/loop.h"
#include "pool/manager/queue.h"
#include "pool/manager/job.h"
#include "pool/manager/status.h"
#include "pool/manager/counters.h"
#include "pool/manager/processes/template.h"
#include "pool/manager/processes/worker.h"
#include "pool/manager/processes/worker_base.h"
#include "pool/manager/processes/zygote.h"
#include "shared/wire/channel.h"

mh_manager_t mh_manager;

static mh_source_t dispatch;
static mh_source_t signals;
static mh_source_t files;
static uint64_t last_number;

uint64_t mh_manager_number(void)
{
    return ++last_number;
}

static void stop(void)
{
    mh_manager.stopping = true;
    mh_loop_forget(&dispatch);
}

/* An empty message reads as nothing too. */
static bool has_ended(int fd)
{
    struct pollfd event = { .fd = fd };

    return poll(&event, 1, 0) > 0 && event.revents & POLLHUP;
}

/* A process of httpd's introduces itself: the one descriptor of its message is
 * its connection. */
static void on_dispatch(mh_source_t *source)
{
    static mh_channel_packet_t packet;
    int error = mh_channel_receive(source->fd, &packet, MSG_DONTWAIT);

    if (error) {
        if (error == EMFILE)
            mh_notice(
                MH_ERROR,
                "MH3081: the manager has reached its limit of open files: a "
                "request gets 503");
        return;
    }
    if (!packet.size) {
        if (has_ended(source->fd))
            stop();
        return;
    }
    if (mh_peer_may(MH_PEER_DISPATCH, &packet.message) &&
        packet.fd_count == 1 && mh_channel_is(packet.fds[0])) {
        mh_connection_open(packet.fds[0]);
        packet.fd_count = 0;
    }
    mh_channel_drop(&packet);
}

static void reap(void)
{
    int status;
    pid_t pid;

    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        mh_zygote_t *zygote;

        if (mh_exec_ended(pid, status) || mh_base_ended(pid, status) ||
            mh_worker_base_ended(pid, status) || mh_status_ended(pid) ||
            mh_reports_ended(pid))
            continue;
        zygote = mh_zygote_of_pid(pid);
        if (zygote)
            mh_zygote_ended(zygote, status);
    }
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
    /* An ignored SIGCHLD would have the kernel reap, and leave nothing to
     * report. */
    signal(SIGCHLD, SIG_DFL);
    if (sigprocmask(SIG_SETMASK, &set, NULL))
        return "cannot set its signals";
    fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (fd < 0 || mh_loop_watch(&signals, fd, on_signal))
        return "cannot wait for signals";
    return NULL;
}

static void on_files(mh_source_t *source)
{
    mh_run_mode_drain();
}

/* Without inotify, files are looked at for each request. */
static void watch_files(void)
{
    int fd = mh_dependencies_open();

    files.fd = -1;
    if (fd >= 0)
        mh_loop_watch(&files, fd, on_files);
}

static void offer_pages(void)
{
    const char *why = mh_ksm_merge();

    if (why)
        mh_notice(MH_WARNING, "%s", why);
}

const char *mh_manager_open(const mh_pool_settings_t *settings)
{
    const mh_pool_numbers_t *numbers = &settings->numbers;
    const mh_hear_address_t *report;
    const char *wrong;

    mh_manager.settings = settings;
    if (mh_loop_open())
        return "cannot wait for anything";
    wrong = watch_signals();
    if (wrong)
        return wrong;
    if (fcntl(MH_POOL_FD_DISPATCH, F_SETFD, FD_CLOEXEC) ||
        mh_loop_watch(&dispatch, MH_POOL_FD_DISPATCH, on_dispatch))
        return "cannot wait for httpd";
    mh_template_say();
    wrong = mh_counters_open();
    if (wrong)
        return wrong;
    wrong = mh_reports_open(&report);
    if (wrong)
        return wrong;
    watch_files();
    mh_base_setup(report);
    mh_zygote_setup();
    mh_children_setup();
    mh_queue_setup(numbers->concurrency, numbers->queue);
    mh_child_setup();
    mh_job_setup();
    mh_attention_setup();
    mh_worker_setup();
    if (numbers->merge)
        offer_pages();
    return NULL;
}

static void after_round(void)
{
    mh_queue_pump(mh_run_mode_start);
    if (mh_manager.stopping && mh_queue_idle())
        mh_loop_stop();
}

void mh_manager_run(void)
{
    mh_loop_run(after_round);
}
