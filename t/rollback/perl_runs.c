/*
 * perl_runs.c - a Perl program, compiled once and run many times, each time in
 * a new process:
 *
 *   perl-runs WAY COUNT [-SWITCH] SCRIPT
 *
 * WAY is fork, uffd, soft-dirty or compare; with "+check", all memory is
 * compared after each run. Output goes to standard output, figures to standard
 * error. A template that must end is replaced, and counted.
 */
#include <EXTERN.h>
#include <perl.h>

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "pool/rollback/rollback.h"

EXTERN_C void boot_DynaLoader(pTHX_ CV *cv);

/* Shared memory, so that the figures of a template outlive it. */
typedef struct totals_t {
    long wanted;
    long done;
    long bad;
    long given_up;
    uint64_t nanoseconds;
    mh_rollback_figures_t figures;
} totals_t;

typedef struct task_t {
    mh_tracker_e tracker;
    int out; /* a pipe: totals go there */
    totals_t totals;
    const char *why;
} task_t;

static PerlInterpreter *my_perl;

static void xs_init(pTHX)
{
    newXS("DynaLoader::boot_DynaLoader", boot_DynaLoader, __FILE__);
}

static uint64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000U + (uint64_t)time.tv_nsec;
}

static _Noreturn void run_program(void)
{
    int status = perl_run(my_perl);

    if (!status)
        status = perl_destruct(my_perl);
    else
        perl_destruct(my_perl);
    PerlIO_flush(NULL);
    _exit(status & 255);
}

static void count(totals_t *totals, int status)
{
    totals->done++;
    if (status)
        totals->bad++;
}

static void serve(void *context)
{
    task_t *task = context;
    totals_t *totals = &task->totals;
    const char *why = mh_rollback_start(task->tracker, 0);
    uint64_t start = now();
    int fails = why && !totals->done;

    while (!why && totals->done < totals->wanted) {
        int status = 0;
        pid_t pid = mh_rollback_run(&why);

        if (pid > 0) {
            why = mh_rollback_wait(pid, &status);
            count(totals, status);
        }
        if (!why)
            why = mh_rollback_restore();
    }
    totals->nanoseconds += now() - start;
    totals->figures = *mh_rollback_figures();
    if (why) {
        totals->given_up++;
        (void)!write(2, why, strlen(why));
        (void)!write(2, "\n", 1);
    }
    (void)!write(task->out, totals, sizeof(*totals));
    _exit(fails ? 3 : 0);
}

static void run_forked(totals_t *totals)
{
    uint64_t start = now();

    while (totals->done < totals->wanted) {
        int status;
        pid_t pid = fork();

        if (!pid)
            run_program();
        waitpid(pid, &status, 0);
        count(totals, status);
    }
    totals->nanoseconds = now() - start;
}

static bool take_totals(totals_t *totals, int from)
{
    totals_t taken;

    if (read(from, &taken, sizeof(taken)) != sizeof(taken))
        return false;
    *totals = taken;
    return true;
}

/* Makes one template after the other, until all runs are done. */
static bool run_templates(task_t *task)
{
    int ends[2];

    if (pipe2(ends, O_CLOEXEC))
        return false;
    signal(SIGCHLD, SIG_DFL);
    task->out = ends[1];
    while (task->totals.done < task->totals.wanted) {
        pid_t pid = fork();
        int status;

        if (!pid)
            mh_rollback_serve(serve, task);
        waitpid(pid, &status, 0);
        if (WIFSIGNALED(status)) {
            task->totals.given_up++;
            task->totals.done++;
            fprintf(stderr, "a template was ended by signal %d\n",
                    WTERMSIG(status));
        } else if (!take_totals(&task->totals, ends[0]) || status) {
            return false;
        }
    }
    return true;
}

static void tell(const char *way, const totals_t *totals)
{
    const mh_rollback_figures_t *f = &totals->figures;
    double runs = f->runs ? (double)f->runs : 1;

    fprintf(stderr,
            "%-10s %8.1f us a run, %6.1f of it putting back %6.1f pages (of "
            "%lu, %lu copied), %5.2f faults, %lu rebuilt; %ld ended badly, %ld "
            "templates given up\n",
            way, (double)totals->nanoseconds / 1000 / (double)totals->done,
            (double)f->nanoseconds / 1000 / runs, (double)f->pages / runs,
            (unsigned long)f->tracked, (unsigned long)f->copied,
            (double)f->faults / runs, (unsigned long)f->rebuilt, totals->bad,
            totals->given_up);
}

static bool start_perl(int argc, char **argv, char **env)
{
    static char *words[8] = { (char *)(intptr_t) "perl" };
    int count = 1;

    PERL_SYS_INIT3(&argc, &argv, &env);
    for (int i = 3; i < argc && count < 7; i++)
        words[count++] = argv[i];
    my_perl = perl_alloc();
    perl_construct(my_perl);
    PL_exit_flags |= PERL_EXIT_DESTRUCT_END;
    PL_perl_destruct_level = 0;
    return !perl_parse(my_perl, xs_init, count, words, environ);
}

static mh_tracker_e tracker_of(const char *way)
{
    mh_tracker_e tracker = MH_TRACKER_UFFD;

    while (tracker < MH_TRACKERS &&
           strncmp(way, mh_tracker_name(tracker),
                   strlen(mh_tracker_name(tracker))) != 0)
        tracker++;
    return tracker;
}

int main(int argc, char **argv, char **env)
{
    task_t *task = mh_rollback_keep(sizeof(*task));
    const char *why = NULL;

    if (argc < 4 || !task)
        return 2;
    mh_rollback_prepare();
    task->tracker = tracker_of(argv[1]);
    task->totals.wanted = atol(argv[2]);
    if (!start_perl(argc, argv, env))
        return 2;
    if (task->tracker == MH_TRACKERS) {
        run_forked(&task->totals);
        tell(argv[1], &task->totals);
        return 0;
    }
    if (strstr(argv[1], "+layer") && (why = mh_rollback_layer(NULL))) {
        fprintf(stderr, "no layer: %s\n", why);
        return 3;
    }
    switch (mh_rollback_checkpoint(strstr(argv[1], "+check") != NULL, &why)) {
    case MH_ROLLBACK_RUN:
        run_program();
    case MH_ROLLBACK_REFUSED:
        fprintf(stderr, "refused: %s\n", why);
        return 3;
    case MH_ROLLBACK_MADE:
        break;
    }
    if (!run_templates(task))
        return 4;
    tell(argv[1], &task->totals);
    return 0;
}
