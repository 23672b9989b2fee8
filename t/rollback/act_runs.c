/*
 * act_runs.c - random acts in runs, and all memory compared after each.
 *
 *   act-runs TRACKER SEED COUNT [ACT]
 *   act-runs measure
 *
 * Makes COUNT runs. SEED and the number of a run choose its acts, unless ACT
 * names the only one. If a template ends after an act that permits it, another
 * replaces it. With "+layer" after TRACKER, the memory is on a layer. With
 * "+rest", all processes rest before they go on, and each fifth run is killed
 * while it does. The exit status is 0 when nothing was wrong, 3 when the
 * tracker does not work here.
 */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "acts.h"
#include "pool/rollback/rollback.h"

#define ACTS_OF_A_RUN 6

/* In memory that is never put back. */
typedef struct task_t {
    mh_tracker_e tracker;
    uint64_t seed;
    const char *only; /* the act's name; NULL: any */
    long count;
    long number; /* of the present run */
    long ended;  /* runs that did not come to their end */
    long lost;   /* templates */
    int out;
    bool rests;
    int wake[2];     /* pipe that ends a rest */
    bool impossible; /* the tracker */
    char wrong[600];
} task_t;

static task_t *task;

/* Chooses the acts of the present run; returns their number. */
static int choose(const act_t *acts[ACTS_OF_A_RUN])
{
    size_t all = act_count + act_ends_count;
    int count = 0;

    act_seed(task->seed * 1000003 + (uint64_t)task->number);
    for (size_t i = 0; task->only && i < all; i++)
        if (!strcmp(act_number(i)->name, task->only))
            acts[count++] = act_number(i);
    if (!task->only)
        while (count < 1 + (int)act_random(ACTS_OF_A_RUN - 1))
            acts[count++] = act_number(act_random(all));
    return count;
}

static _Noreturn void be_run(void)
{
    const act_t *acts[ACTS_OF_A_RUN];
    const char *wrong = act_look();
    int count = choose(acts);

    if (wrong) {
        dprintf(2, "run %ld finds another: %s\n", task->number, wrong);
        _exit(99);
    }
    for (int i = 0; i < count; i++)
        acts[i]->run();
    _exit(0);
}

/* The template may use what runs use: it ends after this. */
static void complain(const act_t **acts, int count, const char *what)
{
    size_t used = (size_t)snprintf(task->wrong, sizeof(task->wrong),
                                   "seed %lu, run %ld: %s; it did",
                                   (unsigned long)task->seed, task->number,
                                   what);

    for (int i = 0; i < count && used < sizeof(task->wrong); i++)
        used += (size_t)snprintf(task->wrong + used, sizeof(task->wrong) - used,
                                 " %s", acts[i]->name);
}

/* Lets the run rest, and ends its rest; true if it was killed meanwhile. */
static bool disturb(pid_t pid, uint64_t rests)
{
    volatile const uint64_t *now = &mh_rollback_figures()->rests;
    bool killed = task->number % 5 == 0;
    char byte = 0;

    while (*now == rests)
        poll(NULL, 0, 1);
    if (killed)
        kill(pid, SIGKILL);
    else if (write(task->wake[1], &byte, 1) != 1)
        _exit(2);
    return killed;
}

static void end_disturbance(void)
{
    char byte;

    if (read(task->wake[0], &byte, 1) != 1)
        _exit(2);
}

static const char *one_run(void)
{
    const act_t *acts[ACTS_OF_A_RUN];
    int count = choose(acts);
    const char *why = NULL;
    bool loses = false;
    bool ends = false;
    bool killed = false;
    int status = 0;
    uint64_t rests = mh_rollback_figures()->rests;
    pid_t pid = mh_rollback_run(&why);

    if (pid > 0 && task->rests)
        killed = disturb(pid, rests);
    if (pid > 0)
        why = mh_rollback_wait(pid, &status);
    if (task->rests && !killed)
        end_disturbance();
    if (!why)
        why = mh_rollback_restore();
    for (int i = 0; i < count; i++) {
        loses |= acts[i]->loses;
        ends |= acts[i]->ends;
    }
    if (status)
        task->ended++;
    if (why && !loses)
        complain(acts, count, why);
    else if (WIFEXITED(status) && WEXITSTATUS(status) == 99)
        complain(acts, count, "the run before it left something");
    else if (status && !ends && !killed)
        complain(acts, count, "it did not end well");
    return why;
}

static void serve(void *unused)
{
    const char *why = mh_rollback_start(task->tracker, 0);

    (void)unused;
    if (why) {
        snprintf(task->wrong, sizeof(task->wrong), "%s", why);
        task->impossible = true;
    }
    if (task->rests)
        mh_rollback_rest_runs(task->wake[0], 0);
    while (!why && !*task->wrong && task->number < task->count) {
        task->number++;
        why = one_run();
    }
    if (why)
        task->lost++;
    if (write(task->out, task, sizeof(*task)) < 0)
        _exit(1);
    _exit(0);
}

/* This process rests until a timer ends the rest. */
static const char *rest(void)
{
    struct itimerspec soon = { .it_value.tv_nsec = 20000000 };
    int fds[MH_REST_FDS] = { -1, timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC) };

    timerfd_settime(fds[1], 0, &soon, NULL);
    mh_rollback_rest(fds, 0);
    close(fds[1]);
    return act_memory();
}

static int run_templates(void)
{
    const char *wrong = task->rests ? rest() : NULL;
    int ends[2];

    if (wrong || pipe(ends) || pipe(task->wake)) {
        fprintf(stderr, "%s\n", wrong ? wrong : "no pipe");
        return 2;
    }
    task->out = ends[1];
    while (task->number < task->count && !*task->wrong) {
        pid_t pid = fork();
        int status;

        if (!pid)
            mh_rollback_serve(serve, NULL);
        waitpid(pid, &status, 0);
        if (status) {
            fprintf(stderr, "the template ended with status %x\n", status);
            return 1;
        }
        if (read(ends[0], task, sizeof(*task)) != sizeof(*task))
            return 2;
    }
    if (*task->wrong)
        fprintf(stderr, "%s\n", task->wrong);
    printf("%ld runs, %ld ended early, %ld templates given up\n", task->number,
           task->ended, task->lost);
    return task->impossible ? 3 : *task->wrong != 0;
}

static int measure(void)
{
    mh_rollback_report_t report;
    mh_tracker_e best = mh_rollback_measure(&report);

    for (mh_tracker_e i = 0; i < MH_TRACKERS; i++)
        printf("%s: %u ns%s%s\n", mh_tracker_name(i), report.nanoseconds[i],
               *report.why[i] ? ": " : "", report.why[i]);
    printf("best: %s\n", mh_tracker_name(best));
    return best == MH_TRACKERS;
}

/*
 * Terabytes without a page: a search through them would take longer than the
 * alarm.
 */
static int reserve(void)
{
    const char *why = "";

    alarm(5);
    mh_rollback_prepare();
    for (int i = 0; i < 14; i++)
        if (mmap(NULL, 1UL << 40, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                 0) == MAP_FAILED)
            return 2;
    if (mh_rollback_checkpoint(false, &why) == MH_ROLLBACK_REFUSED)
        printf("refused: %s\n", why);
    return 0;
}

int main(int argc, char **argv)
{
    const char *why;

    if (argc == 2 && !strcmp(argv[1], "measure"))
        return measure();
    if (argc == 2 && !strcmp(argv[1], "reserve"))
        return reserve();
    task = mh_rollback_keep(sizeof(*task));
    if (argc < 4 || !task)
        return 2;
    mh_rollback_prepare();
    while (task->tracker < MH_TRACKERS &&
           strncmp(argv[1], mh_tracker_name(task->tracker),
                   strcspn(argv[1], "+")) != 0)
        task->tracker++;
    task->seed = strtoul(argv[2], NULL, 10);
    task->count = atol(argv[3]);
    task->only = argc > 4 ? argv[4] : NULL;
    task->rests = strstr(argv[1], "+rest") != NULL;
    act_seed(1);
    if (strstr(argv[1], "+layer") && (why = mh_rollback_layer(NULL))) {
        fprintf(stderr, "no layer: %s\n", why);
        return 2;
    }
    act_prepare();
    switch (mh_rollback_checkpoint(true, &why)) {
    case MH_ROLLBACK_RUN:
        be_run();
    case MH_ROLLBACK_REFUSED:
        fprintf(stderr, "refused: %s\n", why);
        return 2;
    case MH_ROLLBACK_MADE:
        break;
    }
    if (!choose((const act_t *[ACTS_OF_A_RUN]){ NULL })) {
        fprintf(stderr, "there is no act %s\n", task->only);
        return 2;
    }
    return run_templates();
}
