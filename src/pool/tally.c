/*
 * tally.c - see tally.h.
 */
#include "pool/tally.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "pool/manager.h"
#include "pool/script.h"

static uint64_t counts[MH_COUNTS];
static mh_wire_restored_t restores;
static mh_board_t own;
static mh_board_t workers;
static int workers_fd = -1;
static uint64_t opened;

const char *mh_tally_open(void)
{
    opened = mh_board_now();
    return mh_board_make(&own, 0) ? NULL : "there is no memory for its figures";
}

const mh_board_t *mh_tally_board(void)
{
    return &own;
}

/* Those of a base that is replaced live on beside those of the next. */
const mh_board_t *mh_tally_workers(int *fd)
{
    uint64_t most = mh_manager.definition->numbers.workers;

    if (!workers.room && fd)
        workers_fd = mh_board_make_file(&workers, (unsigned)most * 2);
    if (fd)
        *fd = workers_fd;
    return &workers;
}

void mh_tally_count(mh_count_e what)
{
    counts[what]++;
}

uint64_t mh_tally_of(mh_count_e what)
{
    return counts[what];
}

uint64_t mh_tally_age(void)
{
    return mh_board_now() - opened;
}

void mh_tally_refused(mh_wire_reason_e reason)
{
    switch (reason) {
    case MH_REASON_QUEUE_FULL:
        mh_tally_count(MH_COUNT_REFUSED);
        break;
    case MH_REASON_START_TIMEOUT:
        mh_tally_count(MH_COUNT_SLOW_STARTS);
        break;
    case MH_REASON_TIMEOUT:
        mh_tally_count(MH_COUNT_TIMEOUTS);
        break;
    case MH_REASON_RESOURCES:
    case MH_REASON_INVALID:
    case MH_REASON_STOPPING:
        mh_tally_count(MH_COUNT_UNSERVED);
        break;
    default:
        break;
    }
}

/* Until httpd says what it has heard from the script itself. */
static void note_error(mh_board_script_t *row, const mh_run_t *run, int status,
                       uint64_t now)
{
    char text[100];

    if (run->timed_out)
        snprintf(
            text, sizeof(text), "ran for more than %llu s",
            (unsigned long long)mh_manager.definition->numbers.request_timeout);
    else if (WIFSIGNALED(status))
        snprintf(text, sizeof(text), "signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(text, sizeof(text), "exit status %d", WEXITSTATUS(status));
    mh_board_error(row, text, now);
}

/* Who has been cancelled has ended by our own hand. */
void mh_tally_ended(const mh_run_t *run, int status)
{
    bool wanted = run->connection || run->timed_out;
    bool error = status && wanted;
    uint64_t now = mh_board_now();

    if (WIFSIGNALED(status) && run->connection)
        mh_tally_count(MH_COUNT_CRASHES);
    /* What workers do is theirs to count. */
    if (!run->script)
        return;
    run->script->ran = run->script->manner;
    mh_tally_count(MH_COUNT_REQUESTS);
    if (error) {
        mh_tally_count(MH_COUNT_ERRORS);
        note_error(run->script->row, run, status, now);
    }
    mh_board_count(&own, run->script->row, now - run->started, error, now);
}

/* The end of a lease is no request's. */
void mh_tally_cancelled(const mh_run_t *run)
{
    bool lease = run->child && run->child->worker && !run->holds_slot;

    if (!lease && !mh_manager.stopping)
        mh_tally_count(MH_COUNT_CANCELLED);
}

/* A template's word is a script's: what makes no sense counts for little. */
static uint64_t bounded(uint64_t figure)
{
    return figure < UINT32_MAX ? figure : UINT32_MAX;
}

void mh_tally_restored(const mh_wire_restored_t *restored)
{
    restores.runs += bounded(restored->runs);
    restores.pages += bounded(restored->pages);
    restores.faults += bounded(restored->faults);
    restores.nanoseconds += bounded(restored->nanoseconds);
}

const mh_wire_restored_t *mh_tally_of_restores(void)
{
    return &restores;
}

void mh_tally_said(const mh_wire_message_t *message)
{
    const char *path = mh_wire_string(message, MH_TAG_SCRIPT);
    const char *text = mh_wire_string(message, MH_TAG_TEXT);
    const mh_script_t *script = path && text ? mh_script_of_path(path, NULL)
                                             : NULL;

    if (script)
        mh_board_error(script->row, text, mh_board_now());
}
