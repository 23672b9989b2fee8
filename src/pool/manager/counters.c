/*
 * counters.c - see counters.h.
 */
#include "pool/manager/counters.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "pool/manager/manager.h"
#include "pool/manager/scripts/script.h"

static uint64_t counts[MH_COUNTS];
static mh_wire_restored_t restores;
static mh_scoreboard_t own;
static mh_scoreboard_t workers;
static int workers_fd = -1;
static uint64_t opened;

const char *mh_counters_open(void)
{
    opened = mh_scoreboard_now();
    return mh_scoreboard_make(&own, 0) ? NULL
                                       : "there is no memory for its figures";
}

const mh_scoreboard_t *mh_counters_board(void)
{
    return &own;
}

/* Workers of a base that is replaced live on beside those of the next, so all
 * of them share one scoreboard. */
const mh_scoreboard_t *mh_counters_workers(int *fd)
{
    uint64_t most = mh_manager.settings->numbers.workers;

    if (!workers.room && fd)
        workers_fd = mh_scoreboard_make_file(&workers, (unsigned)most * 2);
    if (fd)
        *fd = workers_fd;
    return &workers;
}

void mh_counters_count(mh_count_e what)
{
    counts[what]++;
}

uint64_t mh_counters_of(mh_count_e what)
{
    return counts[what];
}

uint64_t mh_counters_age(void)
{
    return mh_scoreboard_now() - opened;
}

void mh_counters_refused(mh_wire_reason_e reason)
{
    switch (reason) {
    case MH_REASON_QUEUE_FULL:
        mh_counters_count(MH_COUNT_REFUSED);
        break;
    case MH_REASON_START_TIMEOUT:
        mh_counters_count(MH_COUNT_SLOW_STARTS);
        break;
    case MH_REASON_TIMEOUT:
        mh_counters_count(MH_COUNT_TIMEOUTS);
        break;
    case MH_REASON_RESOURCES:
    case MH_REASON_INVALID:
    case MH_REASON_STOPPING:
        mh_counters_count(MH_COUNT_UNSERVED);
        break;
    default:
        break;
    }
}

/* A text of our own, until httpd reports what it has heard from the script
 * itself. */
static void note_error(mh_scoreboard_script_t *row, const mh_job_t *job,
                       int status, uint64_t now)
{
    char text[100];

    if (job->timed_out)
        snprintf(
            text, sizeof(text), "ran for more than %llu s",
            (unsigned long long)mh_manager.settings->numbers.request_timeout);
    else if (WIFSIGNALED(status))
        snprintf(text, sizeof(text), "signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(text, sizeof(text), "exit status %d", WEXITSTATUS(status));
    mh_scoreboard_error(row, text, now);
}

/* A cancelled job has ended by our own hand, so it is no failure. */
void mh_counters_ended(const mh_job_t *job, int status)
{
    bool wanted = job->connection || job->timed_out;
    bool error = status && wanted;
    uint64_t now = mh_scoreboard_now();

    if (WIFSIGNALED(status) && job->connection)
        mh_counters_count(MH_COUNT_CRASHES);
    /* Workers count their requests themselves. */
    if (!job->script)
        return;
    job->script->ran = job->script->run_mode;
    mh_counters_count(MH_COUNT_REQUESTS);
    if (error) {
        mh_counters_count(MH_COUNT_ERRORS);
        note_error(job->script->row, job, status, now);
    }
    mh_scoreboard_count(&own, job->script->row, now - job->started, error, now);
}

/* The end of a lease is not the end of a request. */
void mh_counters_cancelled(const mh_job_t *job)
{
    bool lease = job->child && job->child->worker && !job->holds_slot;

    if (!lease && !mh_manager.stopping)
        mh_counters_count(MH_COUNT_CANCELLED);
}

/* A template's figures come from where a script runs: absurd ones are bounded.
 */
static uint64_t bounded(uint64_t figure)
{
    return figure < UINT32_MAX ? figure : UINT32_MAX;
}

void mh_counters_restored(const mh_wire_restored_t *restored)
{
    restores.runs += bounded(restored->runs);
    restores.pages += bounded(restored->pages);
    restores.faults += bounded(restored->faults);
    restores.nanoseconds += bounded(restored->nanoseconds);
}

const mh_wire_restored_t *mh_counters_of_restores(void)
{
    return &restores;
}

void mh_counters_said(const mh_wire_message_t *message)
{
    const char *path = mh_wire_string(message, MH_TAG_SCRIPT);
    const char *text = mh_wire_string(message, MH_TAG_TEXT);
    const mh_script_t *script = path && text ? mh_script_of_path(path, NULL)
                                             : NULL;

    if (script)
        mh_scoreboard_error(script->row, text, mh_scoreboard_now());
}
