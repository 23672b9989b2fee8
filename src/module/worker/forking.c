/*
 * forking.c - see worker.h.
 */
#include "module/worker/worker.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "module/common/role.h"
#include "module/perl/interpreter.h"
#include "module/common/terminal.h"
#include "module/life/startup.h"
#include "module/limit/growth.h"
#include "module/scoreboard/account.h"
#include "shared/perl/stack.h"
#include "shared/pids.h"
#include "shared/wire/channel.h"
#include "module/worker/answer.h"
#include "module/worker/rebuild.h"
#include "module/worker/server_facts.h"
#include "module/worker/stream.h"

/* Milliseconds. */
#define GRACE 3000
#define PAUSE 500

static int control = -1;
static int ended = -1; /* signalfd: a worker has ended */
static pid_t manager;
static timer_t grace; /* of a worker */

/* The workers; there are few. */
static mh_pids_t below;
static mh_channel_packet_t packet;

void mh_module_worker_prepare(void)
{
    if (control >= 0 || !ap_exists_config_define(MH_WORKER_DEFINE))
        return;
    control = mh_set_aside(MH_WORKER_FD_CONTROL);
    if (control < 0) {
        mh_code_say(
            "MH1009: mehari: -D %s is reserved for the manager of a pool",
            MH_WORKER_DEFINE);
        exit(1);
    }
    close(MH_WORKER_FD_CONTROL);
    mh_role_worker = true;
}

static void say_to_manager(mh_wire_writer_t *writer)
{
    mh_channel_send(control, writer->buffer, mh_wire_end(writer), NULL, 0, 0);
}

static void say_ready(void)
{
    char buffer[64];
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_READY, 0);
    mh_wire_put_number(&writer, MH_TAG_PERL, mh_stack_perl(mehari.perl));
    say_to_manager(&writer);
}

static void say_forked(uint32_t id, pid_t pid)
{
    char buffer[64];
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, buffer, sizeof(buffer), MH_WIRE_FORK, id);
    mh_wire_put_number(&writer, MH_TAG_PID, pid > 0 ? (uint64_t)pid : 0);
    say_to_manager(&writer);
}

/* Programs that start-up files have left running are reaped as well. */
static void reap(void)
{
    struct signalfd_siginfo told;
    int status;
    pid_t pid;

    while (read(ended, &told, sizeof(told)) > 0)
        continue;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        mh_pids_remove(&below, pid);
        mh_channel_send_done(control, pid, status);
    }
}

static void watch_workers(sigset_t *before)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, before);
    signal(SIGCHLD, SIG_DFL);
    ended = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* CONT wakes stopped processes, and this one, when the manager has gone. */
static void know_manager(void)
{
    struct ucred its;
    socklen_t size = sizeof(its);

    if (!getsockopt(control, SOL_SOCKET, SO_PEERCRED, &its, &size))
        manager = its.pid;
    prctl(PR_SET_PDEATHSIG, SIGCONT);
}

/*
 * No more orders will come. Workers notice that themselves, when they have
 * finished their requests. If the manager has gone, no process waits for them
 * or limits their time, so they get only a moment.
 */
static __attribute__((noreturn)) void wind_up(void)
{
    struct pollfd event = { .fd = ended, .events = POLLIN };
    apr_time_t end = 0;

    shutdown(control, SHUT_RDWR);
    while (below.count) {
        if (!end && getppid() != manager)
            end = apr_time_now() + apr_time_from_msec(GRACE);
        if (end)
            mh_pids_kill(&below, apr_time_now() >= end ? SIGKILL : SIGCONT);
        poll(&event, 1, PAUSE);
        reap();
    }
    exit(0);
}

/* The running request gets a moment to end. */
static void base_has_gone(int number)
{
    struct itimerspec time = { .it_value = { .tv_sec = GRACE / 1000 } };

    timer_settime(grace, 0, &time, NULL);
}

/*
 * Lets a worker end soon after its base, because nobody else reports the
 * worker's end to the manager. An idle worker sees that the manager closes its
 * channel.
 */
static void end_with(pid_t base)
{
    struct sigevent end = { .sigev_notify = SIGEV_SIGNAL,
                            .sigev_signo = SIGKILL };
    struct sigaction gone = { .sa_handler = base_has_gone,
                              .sa_flags = SA_RESTART };
    bool made = !timer_create(CLOCK_MONOTONIC, &end, &grace) &&
                !sigaction(SIGRTMAX, &gone, NULL);

    prctl(PR_SET_PDEATHSIG, made ? SIGRTMAX : SIGKILL);
    if (getppid() != base)
        _exit(1);
}

static __attribute__((noreturn)) void
become_worker(server_rec *s, apr_pool_t *pconf, const sigset_t *mask)
{
    int channel = mh_set_aside(packet.fds[0]);

    mh_channel_drop(&packet);
    close(control);
    close(ended);
    free(below.at);
    sigprocmask(SIG_SETMASK, mask, NULL);
    mh_serve(s, pconf, &packet.message, channel);
}

/* A malformed order, or the end of all orders, ends the base. */
static void take_order(server_rec *s, apr_pool_t *pconf, const sigset_t *mask)
{
    pid_t base = getpid();
    uint32_t id;
    pid_t pid;

    if (mh_channel_receive(control, &packet, 0) || !packet.size ||
        packet.message.type != MH_WIRE_FORK || packet.fd_count != 1)
        wind_up();
    id = packet.message.id;
    pid = mh_pids_make_room(&below) ? fork() : -1;
    if (pid == 0) {
        end_with(base);
        become_worker(s, pconf, mask);
    }
    if (pid > 0)
        mh_pids_add(&below, pid);
    mh_channel_drop(&packet);
    say_forked(id, pid);
}

static __attribute__((noreturn)) void attend(server_rec *s, apr_pool_t *pconf)
{
    struct pollfd events[2] = { { .fd = control, .events = POLLIN },
                                { .events = POLLIN } };
    sigset_t mask;

    watch_workers(&mask);
    events[1].fd = ended;
    for (;;) {
        if (poll(events, 2, -1) < 0)
            continue;
        if (events[1].revents)
            reap();
        if (events[0].revents)
            take_order(s, pconf, &mask);
    }
}

/* worker_log.c handles all lines from here on. */
static void drop_logs(server_rec *s, apr_pool_t *pconf)
{
    apr_file_t *nowhere = NULL;

    apr_file_open(&nowhere, "/dev/null", APR_WRITE, APR_OS_DEFAULT, pconf);
    for (server_rec *each = s; each; each = each->next)
        each->error_log = nowhere;
}

static const char *start(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp,
                         server_rec *s)
{
    const char *why;

    mehari.server = s;
    why = mh_startup(s, pconf);
    if (!why && ap_run_post_config(pconf, plog, ptemp, s) != OK)
        why = "MH1008: workers cannot start";
    return why ? why : mh_startup_perl(s, pconf);
}

static const char *path_translated(void)
{
    return mh_rebuild_server_facts()->path_translated;
}

static const mh_front_t front = {
    .has_head = mh_stream_has_head,
    .interim = mh_stream_interim,
    .redirect = mh_answer_redirect,
    .path_translated = path_translated,
};

/*
 * No log is open or will be opened. The names are for code that asks for them.
 */
static void name_logs(void)
{
    server_rec *s;

    for (int number = 0; (s = mh_rebuild_host(number)) != NULL; number++)
        s->error_fname = (char *)mh_server_facts_error_log(number);
}

/*
 * The configuration has been read, and the MPM is about to open ports, which a
 * worker does not have.
 */
static int take_over(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp,
                     server_rec *s)
{
    apr_time_t began = apr_time_now();
    const char *why;

    if (!mh_role_is_worker())
        return OK;
    close(MH_WORKER_FD_CONFIG);
    mh_front = &front;
    mh_stream_register();
    mh_account_inherit(MH_WORKER_FD_BOARD);
    drop_logs(s, pconf);
    mh_rebuild_hosts(s, pconf);
    name_logs();
    why = start(pconf, plog, ptemp, s);
    if (why) {
        mh_terminal_fail(s, why);
        exit(1);
    }
    mehari.starting = false;
    know_manager();
    setpgid(0, 0);
    signal(SIGPIPE, SIG_IGN);
    if (ap_exists_config_define(MH_WORKER_RELOAD))
        mh_sources_tell(control, began);
    mh_growth_make();
    say_ready();
    attend(s, pconf);
}

void mh_module_worker_register(void)
{
    ap_hook_check_config(take_over, NULL, NULL, APR_HOOK_REALLY_LAST);
    mh_module_worker_log_register();
    mh_server_facts_register();
}
