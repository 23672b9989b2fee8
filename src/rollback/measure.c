/*
 * measure.c - which tracker works here, and which of them is fastest.
 */
#include "rollback/rollback.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rollback/raw.h"

/* A program of some size, of which a run writes to some pages. */
#define BYTES (2 << 20)
#define PAGE 4096
#define WRITTEN 64
#define RUNS 12
#define WARM 4

typedef struct mh_trial_t {
    mh_tracker_e tracker;
    int out;
    const char *why;
    uint64_t warm; /* nanoseconds */
} mh_trial_t;

typedef struct mh_result_t {
    uint64_t nanoseconds;
    char why[80];
} mh_result_t;

/* The first byte of each page says whether it was put back. */
static bool write_pages(char *memory)
{
    for (int i = 0; i < WRITTEN; i++) {
        char *page = memory + (size_t)i * (BYTES / PAGE / WRITTEN) * PAGE;

        if (page[0] != 1)
            return false;
        memset(page, 2, 64);
    }
    return true;
}

static const char *try_runs(mh_trial_t *trial)
{
    const char *why = mh_rollback_start(trial->tracker, 0);

    for (int i = 0; i < RUNS && !why; i++) {
        pid_t pid = mh_rollback_run(&why);
        int status = 0;

        if (i == WARM)
            trial->warm = mh_rollback_figures()->nanoseconds;
        if (pid > 0)
            why = mh_rollback_wait(pid, &status);
        if (!why && status)
            why = "a page was not put back";
        if (!why)
            why = mh_rollback_restore();
    }
    return why;
}

static void serve(void *context)
{
    mh_trial_t *trial = context;
    mh_result_t result;

    memset(&result, 0, sizeof(result));
    trial->why = try_runs(trial);
    result.nanoseconds = (mh_rollback_figures()->nanoseconds - trial->warm) /
                         (RUNS - WARM);
    if (trial->why)
        strncpy(result.why, trial->why, sizeof(result.why) - 1);
    mh_raw3(SYS_write, trial->out, mh_raw_pointer(&result), sizeof(result));
    mh_raw3(SYS_exit_group, 0, 0, 0);
}

static _Noreturn void try_one(mh_tracker_e tracker, int out)
{
    mh_trial_t *trial = mh_rollback_keep(sizeof(*trial));
    char *memory = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const char *why = "there is no memory";
    mh_result_t result = { 0 };

    /* Else /proc/self is closed to a process that has changed its user. */
    prctl(PR_SET_DUMPABLE, 1);
    if (trial && memory != MAP_FAILED) {
        memset(memory, 1, BYTES);
        trial->tracker = tracker;
        trial->out = out;
        switch (mh_rollback_checkpoint(false, &why)) {
        case MH_ROLLBACK_RUN:
            _exit(write_pages(memory) ? 0 : 1);
        case MH_ROLLBACK_MADE:
            mh_rollback_serve(serve, trial);
        case MH_ROLLBACK_REFUSED:
            break;
        }
    }
    snprintf(result.why, sizeof(result.why), "%s", why);
    (void)!write(out, &result, sizeof(result));
    _exit(0);
}

static void measure(mh_tracker_e tracker, mh_rollback_report_t *report)
{
    mh_result_t result = { 0 };
    int ends[2];
    pid_t pid;

    strcpy(result.why, "it could not be tried");
    if (pipe(ends))
        return;
    pid = fork();
    if (!pid) {
        close(ends[0]);
        try_one(tracker, ends[1]);
    }
    close(ends[1]);
    if (read(ends[0], &result, sizeof(result)) != sizeof(result))
        strcpy(result.why, "it crashed");
    close(ends[0]);
    if (pid > 0)
        waitpid(pid, NULL, 0);
    memcpy(report->why[tracker], result.why, sizeof(result.why));
    report->nanoseconds[tracker] = *result.why
                                       ? 0
                                       : (uint32_t)result.nanoseconds + 1;
}

mh_tracker_e mh_rollback_measure(mh_rollback_report_t *report)
{
    mh_tracker_e best = MH_TRACKERS;

    memset(report, 0, sizeof(*report));
    for (mh_tracker_e i = 0; i < MH_TRACKERS; i++) {
        measure(i, report);
        if (report->nanoseconds[i] &&
            (best == MH_TRACKERS ||
             report->nanoseconds[i] < report->nanoseconds[best]))
            best = i;
    }
    return best;
}
