/*
 * counters.c - see counters.h.
 */
#include "pool/manager/common/counters.h"

#include "pool/manager/common/manager_state.h"

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

/* The workers of a replaced base live on beside those of its successor, so all
 * workers share one scoreboard. */
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

/*
 * A template's figures come from a process in which a script runs, so they are
 * bounded.
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
