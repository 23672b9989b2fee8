/*
 * slow.c - see slow.h.
 */
#include "module/limit/slow.h"

#include "module/common/seconds.h"

static uint64_t slow_limit;

void mh_slow_reset(void)
{
    slow_limit = 0;
}

uint64_t mh_slow_limit(void)
{
    return slow_limit;
}

const char *mh_slow_set(cmd_parms *cmd, void *dir, const char *seconds)
{
    const char *refused = ap_check_cmd_context(cmd, GLOBAL_ONLY);

    if (refused)
        return refused;
    if (!mh_seconds(seconds, .001, &slow_limit))
        return apr_psprintf(
            cmd->pool,
            "MH1308: PerlSlowLog takes seconds from 0.001 to %d, or 0 "
            "for none, not %s",
            MH_SECONDS_LONGEST, seconds);
    return NULL;
}
