/*
 * tracker_choice.c - see tracker_choice.h.
 */
#include "pool/manager/perl/tracker_choice.h"

#include <stdio.h>
#include <string.h>

#include "pool/manager/common/manager_state.h"
#include "pool/manager/common/notice.h"

/* Failures in a row after which we blame the tracker, and not a script. */
#define FAILURES 3

static mh_rollback_report_t report;
static unsigned failures;

void mh_template_choose(const mh_pool_numbers_t *numbers)
{
    uint64_t asked = numbers->restore - MH_RESTORE_TRACKER;

    mh_manager.tracker = MH_TRACKERS;
    if (numbers->restore == MH_RESTORE_FORK)
        return;
    mh_manager.tracker = mh_rollback_measure(&report);
    if (numbers->restore >= MH_RESTORE_TRACKER && asked < MH_TRACKERS &&
        report.nanoseconds[asked])
        mh_manager.tracker = (mh_tracker_e)asked;
}

/* Describes the result for each tracker, for people. */
static void describe(char *text, size_t size)
{
    size_t used = 0;

    *text = '\0';
    for (mh_tracker_e i = 0; i < MH_TRACKERS && used < size; i++) {
        const char *next = used ? ", " : "";
        const char *name = mh_tracker_name(i);

        if (report.nanoseconds[i])
            used += (size_t)snprintf(text + used, size - used, "%s%s %.1f us",
                                     next, name, report.nanoseconds[i] / 1e3);
        else
            used += (size_t)snprintf(text + used, size - used, "%s%s: %s", next,
                                     name, report.why[i]);
    }
}

void mh_template_say(void)
{
    uint64_t restore = mh_manager.settings->numbers.restore;
    uint64_t asked = restore - MH_RESTORE_TRACKER;
    char measured[400];

    if (restore == MH_RESTORE_FORK)
        return;
    if (restore >= MH_RESTORE_TRACKER && asked != mh_manager.tracker)
        mh_notice(MH_WARNING, "MH3084: restore=%s does not work here: %s",
                  mh_tracker_name((mh_tracker_e)asked), report.why[asked]);
    describe(measured, sizeof(measured));
    if (restore == MH_RESTORE_AUTO)
        mh_notice(MH_NOTE, "MH3085: restore=auto uses %s here (%s)",
                  mh_tracker_name(mh_manager.tracker), measured);
}

void mh_template_fails(mh_tracker_e instead, const char *why)
{
    while (instead < MH_TRACKERS && !report.nanoseconds[instead])
        instead++;
    if (instead <= mh_manager.tracker || ++failures < FAILURES)
        return;
    mh_notice(MH_WARNING,
              "MH3086: restore=%s fails: %.500s; the pool uses %s now",
              mh_tracker_name(mh_manager.tracker), why,
              mh_tracker_name(instead));
    mh_manager.tracker = instead;
    failures = 0;
}

void mh_template_works(void)
{
    failures = 0;
}
