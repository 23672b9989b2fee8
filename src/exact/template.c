/*
 * template.c - see template.h.
 *
 * From mh_template_serve() on, what is here must not touch what runs use: see
 * mh_rollback_serve().
 */
#include "exact/template.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "exact/attend.h"
#include "exact/base.h"
#include "exact/guard.h"
#include "rollback/raw.h"
#include "rollback/rollback.h"
#include "wire/wire.h"

/* In memory that is never put back. */
typedef struct mh_service_t {
    mh_tracker_e tracker;
    mh_tracker_e ordered; /* which may not work */
    mh_rollback_figures_t told;
    bool runs;  /* what is made now is a run, and no fork of the template */
    int report; /* to the manager */
    mh_hear_address_t address;
    pid_t pid; /* the template's */
    char message[256];
} mh_service_t;

static mh_service_t *service;

static bool is_wanted(void)
{
    /* A profiler notes whose process it is in. */
    return mh_exact.start->tracker < MH_TRACKERS && !mh_exact.start->profile;
}

void mh_template_prepare(void)
{
    if (is_wanted())
        mh_rollback_prepare();
}

static bool make_service(void)
{
    const mh_exact_start_t *start = mh_exact.start;

    service = mh_rollback_keep(sizeof(*service));
    if (!service)
        return false;
    service->address = *start->report;
    return true;
}

/* Nobody else would end it. */
static void end_with_template(void)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != service->pid)
        _exit(1);
}

mh_template_e mh_template_stand(const char **why)
{
    bool check = mh_exact.start->check_memory;

    *why = NULL;
    if (!is_wanted())
        return MH_TEMPLATE_NONE;
    if (!make_service()) {
        *why = "there is no memory";
        return MH_TEMPLATE_NONE;
    }
    /* Or each run would have to. */
    mh_guard_uncover();
    mh_attend_forget();
    switch (mh_rollback_checkpoint(check, why)) {
    case MH_ROLLBACK_RUN:
        if (service->runs)
            end_with_template();
        return MH_TEMPLATE_RUN;
    case MH_ROLLBACK_MADE:
        return MH_TEMPLATE_MADE;
    case MH_ROLLBACK_REFUSED:
        break;
    }
    return MH_TEMPLATE_NONE;
}

bool mh_template_is_run(void)
{
    return service && service->runs;
}

/* --- in the template --- */

static void open_report(void)
{
    int fd = (int)mh_raw3(SYS_socket, AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

    service->report = (int)mh_raw3(SYS_fcntl, fd, F_DUPFD_CLOEXEC,
                                   MH_EXACT_FDS);
    mh_raw3(SYS_close, fd, 0, 0);
    mh_raw3(SYS_connect, service->report,
            mh_raw_pointer(&service->address.name), service->address.size);
}

/* What it took to put the memory back since that was said last. */
static void put_restored(mh_wire_writer_t *writer)
{
    const mh_rollback_figures_t *now = mh_rollback_figures();
    mh_wire_restored_t restored = {
        .runs = now->runs - service->told.runs,
        .pages = now->pages - service->told.pages,
        .faults = now->faults - service->told.faults,
        .nanoseconds = now->nanoseconds - service->told.nanoseconds,
    };

    service->told = *now;
    if (restored.runs)
        mh_wire_put(writer, MH_TAG_RESTORED, &restored, sizeof(restored));
}

/* status: of the run before; -1: there was none that had a request. */
static void say_ready(pid_t pid, int status, const char *why)
{
    mh_wire_writer_t writer;
    struct iovec parts[2] = {
        { service->address.secret, sizeof(service->address.secret) },
        { service->message, 0 },
    };
    struct msghdr packet = { .msg_iov = parts, .msg_iovlen = 2 };

    mh_wire_begin(&writer, service->message, sizeof(service->message),
                  MH_WIRE_READY, 0);
    mh_wire_put_number(&writer, MH_TAG_PID, (uint64_t)pid);
    if (status >= 0)
        mh_wire_put_number(&writer, MH_TAG_STATUS, (uint64_t)status);
    if (service->tracker != service->ordered)
        mh_wire_put_number(&writer, MH_TAG_TRACKER, service->tracker);
    if (why && strlen(why) < sizeof(service->message) / 2)
        mh_wire_put_string(&writer, MH_TAG_TEXT, why);
    put_restored(&writer);
    parts[1].iov_len = mh_wire_end(&writer);
    mh_raw3(SYS_sendmsg, service->report, mh_raw_pointer(&packet),
            MSG_NOSIGNAL);
}

/* The manager wants nothing more of it. */
static bool is_over(void)
{
    char byte;

    return mh_raw6(SYS_recvfrom, MH_EXACT_CONTROL, mh_raw_pointer(&byte), 1,
                   MSG_PEEK | MSG_DONTWAIT, 0, 0) == 0;
}

static _Noreturn void end(int status)
{
    for (;;)
        mh_raw3(SYS_exit_group, status, 0, 0);
}

/* said: what is to be said with the first. */
static _Noreturn void make_runs(const char *said)
{
    const char *why = NULL;
    int ended = -1;

    service->runs = true;
    while (!is_over()) {
        int status = 0;
        pid_t pid = mh_rollback_run(&why);

        if (pid < 0)
            break;
        say_ready(pid, ended, said);
        said = NULL;
        why = mh_rollback_wait(pid, &status);
        ended = mh_attend_has_received() ? status : -1;
        if (!why)
            why = mh_rollback_restore();
        if (why)
            break;
    }
    if (why && mh_rollback_has_failed())
        service->tracker++;
    if (why)
        say_ready(0, ended, why);
    end(0);
}

/* Those that come after the one that was ordered need less of the kernel. */
static const char *start(void)
{
    const char *first = NULL;
    const char *why = NULL;

    while (service->tracker < MH_TRACKERS) {
        why = mh_rollback_start(service->tracker, MH_EXACT_FDS);
        if (!why)
            break;
        if (!first)
            first = why;
        service->tracker++;
    }
    return first;
}

static void serve(void *context)
{
    const char *why;

    (void)context;
    /* A child like those of other zygotes. */
    if (service->ordered == MH_TRACKERS)
        mh_rollback_become();
    service->pid = (pid_t)mh_raw3(SYS_getpid, 0, 0, 0);
    open_report();
    why = start();
    if (service->tracker < MH_TRACKERS)
        make_runs(why);
    say_ready(service->pid, -1, why);
    mh_raw3(SYS_close, service->report, 0, 0);
    mh_rollback_become();
}

_Noreturn void mh_template_serve(mh_tracker_e tracker)
{
    service->tracker = service->ordered = tracker;
    mh_rollback_serve(serve, NULL);
}
