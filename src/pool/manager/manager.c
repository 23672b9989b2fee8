/*
 * manager.c - see manager.h.
 */
#include "pool/manager/manager.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pool/manager/common/counters.h"
#include "pool/manager/common/notice.h"
#include "pool/manager/common/manager_state.h"
#include "pool/manager/dispatch.h"
#include "pool/manager/jobs/queue.h"
#include "pool/manager/jobs/slots.h"
#include "pool/manager/loop/loop.h"
#include "pool/manager/attention.h"
#include "pool/manager/perl/bases.h"
#include "pool/manager/perl/child.h"
#include "pool/manager/perl/children.h"
#include "pool/manager/modes/exec.h"
#include "pool/manager/perl/reports.h"
#include "pool/manager/perl/serving.h"
#include "pool/manager/perl/template_lease.h"
#include "pool/manager/perl/tracker_choice.h"
#include "pool/manager/workers/worker.h"
#include "pool/manager/workers/worker_base.h"
#include "pool/manager/privileges/own_limits.h"
#include "pool/manager/perl/zygotes.h"
#include "pool/manager/modes/run_mode.h"
#include "pool/manager/manager_status.h"
#include "pool/manager/watch/dependencies.h"
#include "pool/manager/watch/scout.h"
#include "shared/ksm.h"

static mh_source_t signals;
static mh_source_t files;
static mh_source_t mounts;

/* Until the kernel is asked again for a watch of files. */
#define WATCH_PAUSE (10 * MH_SECOND)

static mh_timers_t watch_timers;
static mh_timer_t watch_again;

static void reap(void)
{
    struct rusage usage;
    int status;
    pid_t pid;

    while ((pid = wait4(-1, &status, WNOHANG, &usage)) > 0) {
        mh_zygote_t *zygote;

        if (mh_exec_ended(pid, status, &usage) || mh_base_ended(pid, status) ||
            mh_worker_base_ended(pid, status) || mh_manager_status_ended(pid) ||
            mh_reports_ended(pid) || mh_scout_ended(pid))
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
        } else if (info.ssi_signo == MH_POOL_ENDS) {
            mh_loop_stop();
        } else {
            mh_dispatch_stop();
            mh_dispatch_cancel_all();
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
    sigaddset(&set, SIGHUP);
    sigaddset(&set, MH_POOL_ENDS);
    /* If SIGCHLD were ignored, the kernel would reap, and no end could be
     * reported. */
    signal(SIGCHLD, SIG_DFL);
    if (sigprocmask(SIG_SETMASK, &set, NULL))
        return "cannot set its signals";
    /* Requests may still run, but nobody takes their answers. */
    prctl(PR_SET_PDEATHSIG, MH_POOL_ENDS);
    fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (fd < 0 || mh_loop_watch(&signals, fd, on_signal))
        return "cannot wait for signals";
    return NULL;
}

static void on_files(mh_source_t *source)
{
    mh_run_mode_drain();
}

static void begin_watch(void)
{
    int fd = mh_dependencies_open();

    if (fd >= 0)
        mh_loop_watch(&files, fd, on_files);
    else
        mh_timer_set(&watch_timers, &watch_again);
    mh_template_lease_files(fd);
}

static void watch_due(mh_timer_t *timer)
{
    begin_watch();
}

/*
 * Watches the mounts for workers. For a script's request the manager looks at
 * them when the request comes.
 */
static void watch_mounts(void)
{
    int fd = mh_dependencies_mounts();

    if (fd >= 0)
        mh_loop_watch_events(&mounts, fd, on_files);
}

/* Without inotify, files are looked at for each request. */
static void watch_files(void)
{
    watch_mounts();
    files.fd = -1;
    mh_timer_init(&watch_again);
    mh_loop_add_timers(&watch_timers, WATCH_PAUSE, watch_due);
    begin_watch();
    if (files.fd < 0)
        mh_notice(MH_WARNING,
                  "MH3092: the system does not watch files for the pool's "
                  "user (fs.inotify.max_user_instances): %s; the manager "
                  "looks at files before each request instead, which takes "
                  "time",
                  strerror(errno));
}

static void offer_pages(void)
{
    const char *why = mh_ksm_merge();

    if (why)
        mh_notice(MH_WARNING, "%s", why);
}

/* Bases inherit the descriptor. A pool without httpd has none. */
static void open_ledger(void)
{
    if (!fcntl(MH_POOL_FD_LEDGER, F_SETFD, FD_CLOEXEC))
        mh_manager.ledger = mh_ledger_map(MH_POOL_FD_LEDGER, false);
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
    if (!mh_dispatch_open())
        return "cannot wait for httpd";
    mh_template_say();
    open_ledger();
    wrong = mh_counters_open();
    if (wrong)
        return wrong;
    wrong = mh_reports_open(&report);
    if (wrong)
        return wrong;
    mh_template_lease_setup();
    watch_files();
    mh_base_setup(report);
    mh_zygote_setup();
    mh_children_setup();
    mh_slots_setup(numbers->concurrency);
    mh_queue_setup(numbers->queue, numbers->request_timeout * MH_SECOND);
    mh_child_setup();
    mh_serving_setup();
    mh_run_mode_setup();
    mh_attention_setup();
    mh_worker_setup();
    if (numbers->merge)
        offer_pages();
    return NULL;
}

static void doubt(uint64_t owner, pid_t pid)
{
    if (pid > 0 && !mh_own_limits_kept_by(pid))
        mh_dependencies_doubt(owner);
}

/* A run may limit itself, and so the only run of a child. */
static void doubt_template(const mh_child_t *child)
{
    if (child->zygote && (child->runs || mh_child_is_ready(child)))
        doubt(child->zygote->owner, child->pid);
}

/*
 * Processes that outlive a request hand their limits on to later ones. The
 * processes whose limits were changed are replaced, with all below them.
 */
static void look_at_limits_below(void)
{
    const mh_link_t *link = mh_base_all()->next;

    for (; link != mh_base_all(); link = link->next) {
        const mh_base_t *base = MH_OWNER(link, mh_base_t, link);

        if (base->ready && !base->stale)
            doubt(base->owner, base->pid);
    }
    for (link = mh_zygote_all()->next; link != mh_zygote_all();
         link = link->next) {
        const mh_zygote_t *zygote = MH_OWNER(link, mh_zygote_t, link);

        if (zygote->state == MH_ZYGOTE_READY)
            doubt(zygote->owner, zygote->pid);
    }
    mh_child_each(doubt_template);
}

/* A manager whose limits cannot be put back is of no use: httpd starts the
 * next, with httpd's limits. */
static void look_each_second(void)
{
    static uint64_t looked;

    if (mh_loop_now() - looked < MH_SECOND)
        return;
    looked = mh_loop_now();
    if (!mh_own_limits_keep())
        _exit(MH_POOL_STATUS_LIMITS);
    look_at_limits_below();
    /*
     * The manager hears of no request while workers are on lease, so nothing
     * else makes it look at files whose changes make no event.
     */
    mh_run_mode_drain();
}

static void after_round(void)
{
    look_each_second();
    if (mh_queue_waiting())
        mh_serving_settle();
    mh_queue_pump(mh_run_mode_start);
    if (mh_manager.stopping && mh_queue_idle())
        mh_loop_stop();
}

void mh_manager_run(void)
{
    mh_base_start_ahead();
    mh_loop_run(after_round);
}
