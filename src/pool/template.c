/*
 * template.c - see template.h.
 */
#include "pool/template.h"

#include "pool/manager.h"
#include "pool/notice.h"

static void say(const mh_rollback_report_t *report)
{
    for (mh_tracker_e i = 0; i < MH_TRACKERS; i++)
        if (*report->why[i])
            mh_notice(MH_DEBUG, "restore=%s does not work here: %s",
                      mh_tracker_name(i), report->why[i]);
    if (mh_manager.tracker < MH_TRACKERS)
        mh_notice(MH_DEBUG,
                  "the memory of templates is put back by %s (%u us when it was"
                  " tried)",
                  mh_tracker_name(mh_manager.tracker),
                  report->nanoseconds[mh_manager.tracker] / 1000);
    else
        mh_notice(MH_DEBUG, "there is a fork for each request of a script");
}

void mh_template_choose(void)
{
    uint64_t restore = mh_manager.definition->numbers.restore;
    mh_rollback_report_t report;

    mh_manager.tracker = MH_TRACKERS;
    if (restore == MH_RESTORE_FORK)
        return;
    mh_manager.tracker = mh_rollback_measure(&report);
    if (restore >= MH_RESTORE_TRACKER) {
        mh_tracker_e asked = (mh_tracker_e)(restore - MH_RESTORE_TRACKER);

        if (report.nanoseconds[asked])
            mh_manager.tracker = asked;
        else
            mh_notice(MH_WARNING, "MH3084: restore=%s does not work here: %s",
                      mh_tracker_name(asked), report.why[asked]);
    }
    say(&report);
}
