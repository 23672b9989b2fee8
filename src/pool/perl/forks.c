/*
 * forks.c - see forks.h.
 *
 * A page that a process writes to after a fork is copied. So what a template
 * writes again and again is in memory that its forks share, or do not have.
 */
#include "pool/perl/forks.h"

#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pool/perl/self.h"
#include "shared/clock.h"

/* Memory that a template shares with its runs. */
typedef struct mh_tickets_t {
    atomic_uint ticket; /* number of the last run that may receive a request */
    mh_run_t run[2];    /* of runs with even and with odd numbers */
} mh_tickets_t;

/* Data of the template that its runs find unchanged. */
static struct {
    pid_t (*make)(void);
    mh_tickets_t *tickets;
    pid_t pid;                     /* the template's */
    sigset_t mask;                 /* the script's */
    struct sigaction child_action; /* of SIGCHLD */
    unsigned number;               /* in a run: its ticket */
} origin;

uint64_t mh_forks_clock(void)
{
    return mh_clock(CLOCK_MONOTONIC) / 1000;
}

static void *map(size_t size, int kind)
{
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS,
                    -1, 0);

    return at == MAP_FAILED ? NULL : at;
}

void *mh_forks_keep(size_t size)
{
    void *at = map(size, MAP_PRIVATE);

    if (at)
        madvise(at, size, MADV_DONTFORK);
    return at;
}

bool mh_forks_begin(pid_t (*make)(void))
{
    struct sigaction action = { .sa_handler = SIG_DFL };
    sigset_t all;

    origin.make = make;
    origin.pid = getpid();
    origin.tickets = map(sizeof(*origin.tickets), MAP_SHARED);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &origin.mask);
    sigaction(SIGCHLD, &action, &origin.child_action);
    return origin.tickets != NULL;
}

void mh_forks_expect(mh_run_t *run)
{
    run->first = 0;
    run->id = 0;
    run->lease = MH_LEASE_NONE;
    run->noted = false;
    run->status = -1;
    run->behind.cost.compiled = 0;
    run->about[0] = '\0';
}

void mh_forks_end_with(pid_t template)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != template)
        _exit(1);
}

/* Its own children do not have the tickets. */
static void begin(mh_run_t *run, unsigned number)
{
    mh_self.run = run;
    origin.number = number;
    madvise(origin.tickets, sizeof(*origin.tickets), MADV_DONTFORK);
    mh_forks_end_with(origin.pid);
    sigaction(SIGCHLD, &origin.child_action, NULL);
    pthread_sigmask(SIG_SETMASK, &origin.mask, NULL);
}

bool mh_forks_make(mh_forks_t *forks)
{
    unsigned number = forks->number + 1;
    mh_run_t *run = &origin.tickets->run[number % 2];
    pid_t pid;

    if (forks->ahead)
        return true;
    mh_forks_expect(run);
    pid = origin.make();
    if (pid == 0)
        begin(run, number);
    else
        forks->ahead = pid > 0 ? pid : 0;
    return pid != 0;
}

bool mh_forks_make_ahead(mh_forks_t *forks)
{
    return !forks->free || mh_forks_make(forks);
}

/*
 * The run with that ticket may receive a request, whatever an earlier run has
 * written to the page. The template also wakes that run: the run before it may
 * have been killed after it wrote the number.
 */
static void call_ticket(unsigned number)
{
    atomic_uint *ticket = &origin.tickets->ticket;

    atomic_store(ticket, number);
    syscall(SYS_futex, ticket, FUTEX_WAKE, 1, NULL, NULL, 0);
}

pid_t mh_forks_next(mh_forks_t *forks, mh_run_t **run, const char **why)
{
    pid_t pid = forks->ahead;

    if (!pid) {
        *why = "a process cannot be made";
        return -1;
    }
    forks->ahead = 0;
    forks->number++;
    *run = &origin.tickets->run[forks->number % 2];
    call_ticket(forks->number);
    return pid;
}

bool mh_forks_has_begun(const mh_forks_t *forks)
{
    return forks->ahead &&
           atomic_load(&origin.tickets->ticket) != forks->number;
}

/*
 * A run that took much longer than its processor time has waited. If it waited
 * for a processor, a run ahead would make others wait; if for something else,
 * one more fork does not matter.
 */
static bool was_free(const mh_run_t *run, uint64_t cpu)
{
    return run->first && mh_forks_clock() - run->began < 2 * cpu / 1000;
}

const char *mh_forks_wait(mh_forks_t *forks, pid_t pid, int *status,
                          mh_rollback_figures_t *figures)
{
    struct rusage usage;
    uint64_t cpu;

    if (wait4(pid, status, 0, &usage) != pid)
        return "a run cannot be waited for";
    cpu = mh_rollback_cpu(&usage);
    figures->runs++;
    figures->cpu += cpu;
    forks->free = was_free(&origin.tickets->run[forks->number % 2], cpu);
    return NULL;
}

void mh_forks_await_ticket(void)
{
    atomic_uint *ticket = mh_self.run ? &origin.tickets->ticket : NULL;
    unsigned now;

    if (!ticket)
        return;
    while ((now = atomic_load(ticket)) != origin.number)
        syscall(SYS_futex, ticket, FUTEX_WAIT, now, NULL, NULL, 0);
    /* The run before this one may have written to that page. */
    mh_forks_expect(mh_self.run);
}

void mh_forks_is_over(void)
{
    if (mh_self.run)
        call_ticket(origin.number + 1);
}
