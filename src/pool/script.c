/*
 * script.c - see script.h.
 */
#include "pool/script.h"

#include "pool/exec.h"
#include "pool/notice.h"

void mh_script_start(mh_run_t *run)
{
    mh_exec_start(run);
}

void mh_script_leave(mh_run_t *run)
{
    run->script = NULL;
}

const char *mh_script_name(const mh_run_t *run)
{
    return "a script";
}

void mh_script_report_stack(mh_run_t *run)
{
    mh_notice_run(run, MH_ERROR, "%s ran too long", run->about);
}
