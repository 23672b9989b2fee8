/*
 * template.c - see template.h.
 *
 * From mh_perl_template_serve() on, code here must not touch memory that runs
 * use: see mh_rollback_serve().
 */
#include "pool/perl/template.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "pool/perl/spawn_loop.h"
#include "pool/perl/self.h"
#include "pool/perl/trace/elf.h"
#include "pool/perl/behind.h"
#include "pool/perl/forks.h"
#include "pool/perl/trace/guard.h"
#include "pool/rollback/raw.h"
#include "pool/rollback/rollback.h"
#include "shared/wire/wire.h"

#define RAN_MOST (MH_LEASE_MOST + 1)

/* State of a template, in memory that is never put back, and that runs which
 * are forks do not have. */
typedef struct mh_service_t {
    mh_tracker_e tracker;
    mh_tracker_e ordered; /* the tracker of the order, which may not work */
    mh_rollback_figures_t reported;
    bool stands; /* there is a checkpoint */
    bool runs;   /* the process made now is a run, not the template's fork */
    int report;  /* socket to the manager */
    mh_hear_address_t address;
    pid_t pid;     /* the template's */
    pid_t manager; /* it may look at runs */
    mh_run_t *run; /* the present one */
    mh_run_t own_run;
    mh_forks_t forks;
    mh_rollback_figures_t figures; /* of runs that are forks */
    /* the last run, if the manager was not told of it */
    uint32_t untold_id;
    bool untold;
    /* us that runs of the lease took since the last report: noted runs, and one
     * that ended badly */
    uint32_t ran[RAN_MOST];
    size_t ran_count;
    uint64_t cpu;           /* ns this process had used, at the last report */
    mh_wire_spent_t behind; /* of runs since then */
    char message[RAN_MOST * sizeof(uint32_t) + MH_RUN_ABOUT + MH_WIRE_LOADED +
                 512];
} mh_service_t;

static mh_service_t *service;

bool mh_perl_template_is_wanted(void)
{
    /* A profiler notes its process, so it is in forks only. */
    return mh_self.start->tracker < MH_TRACKERS && !mh_self.start->pool.profile;
}

void mh_perl_template_prepare(void)
{
    if (mh_perl_template_is_wanted())
        mh_rollback_prepare();
}

const char *mh_perl_template_layer(void)
{
    return mh_perl_template_is_wanted() ? mh_rollback_layer(mh_environ_area())
                                        : NULL;
}

/* memory: for it, or NULL. */
static bool make_service(void *memory)
{
    const mh_perl_start_t *start = mh_self.start;

    service = memory;
    if (!service)
        return false;
    service->run = &service->own_run;
    service->address = *start->report;
    service->manager = start->manager;
    return true;
}

/* NULL, or why runs cannot be restored. */
static const char *why_forks(void)
{
    static char text[PATH_MAX + 64];
    const char *calling = mh_elf_calling();

    if (!calling)
        return NULL;
    snprintf(text, sizeof(text), "%s may call the kernel without libc",
             calling);
    return text;
}

bool mh_perl_template_stand(const char **why)
{
    bool check = mh_self.start->check_memory;
    mh_rollback_e role;

    *why = mh_self.start->pool.profile ? "it is profiled" : NULL;
    if (!mh_perl_template_is_wanted())
        return false;
    *why = why_forks();
    if (*why)
        return false;
    if (!make_service(mh_rollback_keep(sizeof(*service)))) {
        *why = "there is no memory";
        return false;
    }
    /* Uncover the guarded pages now, or each run would have to. */
    mh_guard_uncover();
    role = mh_rollback_checkpoint(check, why);
    service->stands |= role == MH_ROLLBACK_MADE;
    if (role == MH_ROLLBACK_RUN)
        mh_forks_end_with(service->pid);
    return role == MH_ROLLBACK_RUN;
}

mh_run_t *mh_perl_template_run(void)
{
    if (mh_self.run)
        return mh_self.run;
    return service && service->runs ? &service->own_run : NULL;
}

bool mh_perl_template_is_put_back(void)
{
    return mh_perl_template_run() && !mh_self.run;
}

void mh_perl_template_received(const mh_wire_message_t *request)
{
    const char *about = mh_wire_string(request, MH_TAG_ABOUT);
    mh_run_t *run = mh_perl_template_run();

    if (!run)
        return;
    run->id = request->id;
    run->began = mh_forks_clock();
    run->lease = (mh_wire_lease_e)mh_wire_number(request, MH_TAG_LEASE,
                                                 MH_LEASE_NONE);
    if (about && run->lease != MH_LEASE_NONE)
        snprintf(run->about, sizeof(run->about), "%s", about);
}

bool mh_perl_template_tells(void)
{
    const mh_run_t *run = mh_perl_template_run();

    return run && run->lease != MH_LEASE_NONE;
}

/* --- in the template --- */

static void open_report(void)
{
    int fd = (int)mh_raw3(SYS_socket, AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

    service->report = (int)mh_raw3(SYS_fcntl, fd, F_DUPFD_CLOEXEC, MH_PERL_FDS);
    mh_raw3(SYS_close, fd, 0, 0);
    mh_raw3(SYS_connect, service->report,
            mh_raw_pointer(&service->address.name), service->address.size);
}

/* Processor time of the template since it was asked last. */
static uint64_t own_cpu(void)
{
    struct timespec used = { 0 };
    uint64_t before = service->cpu;

    mh_raw3(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, mh_raw_pointer(&used),
            0);
    service->cpu = (uint64_t)used.tv_sec * 1000000000U + (uint64_t)used.tv_nsec;
    return service->cpu - before;
}

static const mh_rollback_figures_t *figures(void)
{
    return service->tracker < MH_TRACKERS ? mh_rollback_figures()
                                          : &service->figures;
}

/* Costs of the runs since the last report. */
static void put_cost(mh_wire_writer_t *writer)
{
    const mh_rollback_figures_t *now = figures();
    const mh_rollback_figures_t *before = &service->reported;
    mh_wire_spent_t *spent = &service->behind;

    if (now->runs == before->runs)
        return;
    spent->cost.runs = now->runs - before->runs;
    /* The check of all memory, in tests, is no cost of the script. */
    spent->cost.over = mh_self.start->check_memory ? 0 : own_cpu();
    spent->cost.cpu = now->cpu - before->cpu + spent->cost.over;
    if (service->tracker < MH_TRACKERS)
        spent->restored = (mh_wire_restored_t){
            .runs = spent->cost.runs,
            .pages = now->pages - before->pages,
            .faults = now->faults - before->faults,
            .nanoseconds = now->nanoseconds - before->nanoseconds,
        };
    mh_wire_put(writer, MH_TAG_COST, spent, sizeof(*spent));
    memset(spent, 0, sizeof(*spent));
    service->reported = *now;
}

static void put_ran(mh_wire_writer_t *writer)
{
    if (service->ran_count)
        mh_wire_put(writer, MH_TAG_RAN, service->ran,
                    service->ran_count * sizeof(service->ran[0]));
    service->ran_count = 0;
}

static void say(mh_wire_writer_t *writer)
{
    struct iovec parts[2] = {
        { service->address.secret, sizeof(service->address.secret) },
        { service->message, mh_wire_end(writer) },
    };
    struct msghdr packet = { .msg_iov = parts, .msg_iovlen = 2 };

    mh_raw3(SYS_sendmsg, service->report, mh_raw_pointer(&packet),
            MSG_NOSIGNAL);
}

/*
 * Status and request id are those of the run before this one. -1: no run has
 * had a request.
 */
static void say_ready(pid_t pid, uint32_t id, int status, const char *why)
{
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, service->message, sizeof(service->message),
                  MH_WIRE_READY, id);
    mh_wire_put_number(&writer, MH_TAG_PID, (uint64_t)pid);
    if (status >= 0)
        mh_wire_put_number(&writer, MH_TAG_STATUS, (uint64_t)status);
    if (service->tracker != service->ordered)
        mh_wire_put_number(&writer, MH_TAG_TRACKER, service->tracker);
    if (why && strlen(why) < sizeof(service->message) / 2)
        mh_wire_put_string(&writer, MH_TAG_TEXT, why);
    put_cost(&writer);
    put_ran(&writer);
    say(&writer);
    service->untold = false;
}

/* Tells how a run of a lease has ended if it has made no note. */
static void say_done(int status)
{
    mh_wire_writer_t writer;

    mh_wire_begin(&writer, service->message, sizeof(service->message),
                  MH_WIRE_DONE, service->run->id);
    mh_wire_put_number(&writer, MH_TAG_STATUS, (uint64_t)(unsigned)status);
    service->run->about[sizeof(service->run->about) - 1] = '\0';
    mh_wire_put_string(&writer, MH_TAG_ABOUT, service->run->about);
    put_ran(&writer);
    say(&writer);
    service->untold = false;
}

static void add_ran(void)
{
    uint64_t took = mh_forks_clock() - service->run->began;

    if (service->ran_count < RAN_MOST)
        service->ran[service->ran_count++] = took < UINT32_MAX ? (uint32_t)took
                                                               : UINT32_MAX;
}

/* The run of a lease has ended. True: the manager need not know yet. */
static bool end_quietly(int *status)
{
    add_ran();
    /* The kernel's status counts, unless the run has noted an end that the
     * kernel does not know. */
    if (service->run->status >= 0 && service->run->status & MH_ENDED_BITS)
        *status = service->run->status;
    if (!service->run->noted) {
        say_done(*status);
        return false;
    }
    /* A signal came too late: httpd has the note, and goes on with the lease.
     */
    *status = 0;
    service->untold = true;
    service->untold_id = service->run->id;
    return service->run->lease == MH_LEASE_QUIET;
}

/* Tells the manager that there will be no more runs, if it must know. */
static void say_last(uint32_t id, int ended, const char *why)
{
    if (service->untold)
        say_ready(0, service->untold_id, 0, why);
    else if (why || ended >= 0)
        say_ready(0, id, ended, why);
}

/* True if the manager has closed the channel. */
static bool is_over(void)
{
    char byte = 0;

    return mh_raw6(SYS_recvfrom, MH_PERL_CONTROL, mh_raw_pointer(&byte), 1,
                   MSG_PEEK | MSG_DONTWAIT, 0, 0) == 0;
}

static _Noreturn void end(int status)
{
    for (;;)
        mh_raw3(SYS_exit_group, status, 0, 0);
}

static bool forks(void)
{
    return service->tracker == MH_TRACKER_FORK;
}

static pid_t begin_run(const char **why)
{
    if (forks())
        return mh_forks_next(&service->forks, &service->run, why);
    mh_forks_expect(service->run);
    return mh_rollback_run(why);
}

static const char *wait_for(pid_t pid, int *status)
{
    return forks()
               ? mh_forks_wait(&service->forks, pid, status, &service->figures)
               : mh_rollback_wait(pid, status);
}

static void add_compiled(void)
{
    const mh_wire_spent_t *run = &service->run->behind;
    mh_wire_spent_t *sum = &service->behind;

    if (!run->cost.compiled)
        return;
    mh_wire_cost_sum(&sum->cost, &run->cost);
    memcpy(sum->loaded, run->loaded, sizeof(sum->loaded));
    sum->loaded[sizeof(sum->loaded) - 1] = '\0';
}

/* said: text of the first report. Returns in runs that are forks. */
static void make_runs(const char *said)
{
    const char *why = NULL;
    bool quiet = false;
    uint32_t id = 0;
    int ended = -1;

    service->runs = true;
    while (mh_forks_has_begun(&service->forks) || !is_over()) {
        int status = 0;
        pid_t pid;

        if (forks() && !mh_forks_make(&service->forks))
            return;
        pid = begin_run(&why);
        if (pid < 0)
            break;
        if (!quiet)
            say_ready(pid, id, ended, said);
        said = NULL;
        if (forks() && !mh_forks_make_ahead(&service->forks))
            return;
        why = wait_for(pid, &status);
        add_compiled();
        ended = service->run->first ? status : -1;
        id = service->run->id;
        quiet = ended >= 0 && service->run->lease != MH_LEASE_NONE &&
                end_quietly(&ended);
        if (!why && !forks())
            why = mh_rollback_restore();
        if (why)
            break;
    }
    if (why && !forks() && mh_rollback_has_failed())
        service->tracker++;
    say_last(id, ended, why);
    end(0);
}

/* Trackers after the ordered one need less of the kernel. */
static const char *start(void)
{
    const char *first = NULL;
    const char *why = NULL;

    while (service->tracker < MH_TRACKERS) {
        why = mh_rollback_start(service->tracker, MH_PERL_FDS);
        if (!why)
            break;
        if (!first)
            first = why;
        service->tracker++;
    }
    return first;
}

static void begin(void)
{
    service->pid = (pid_t)mh_raw3(SYS_getpid, 0, 0, 0);
    open_report();
}

static void serve(void *context)
{
    const char *why;

    begin();
    mh_rollback_observer(service->manager);
    mh_rollback_rest_runs(MH_PERL_CONTROL, MH_REST_AFTER);
    why = start();
    if (service->tracker < MH_TRACKERS)
        make_runs(why);
    say_ready(0, 0, -1, why);
    end(0);
}

void mh_perl_template_serve(mh_tracker_e tracker, pid_t (*make)(void))
{
    bool stands = service && service->stands;

    if (stands && tracker < MH_TRACKERS) {
        service->tracker = service->ordered = tracker;
        mh_rollback_serve(serve, NULL);
    }
    if (!make_service(mh_forks_keep(sizeof(*service))) || !mh_forks_begin(make))
        _exit(1);
    service->tracker = service->ordered = MH_TRACKER_FORK;
    mh_rollback_forked(false);
    begin();
    make_runs(NULL);
}
