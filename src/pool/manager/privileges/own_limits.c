/*
 * own_limits.c - see own_limits.h.
 */
#include "pool/manager/privileges/own_limits.h"

#include <sys/resource.h>

static struct rlimit own[RLIM_NLIMITS];

bool mh_own_limits_note(void)
{
    for (int i = 0; i < RLIM_NLIMITS; i++)
        if (getrlimit(i, &own[i]))
            return false;
    return true;
}

static bool keep(int which)
{
    struct rlimit now;

    if (getrlimit(which, &now))
        return false;
    if (now.rlim_cur == own[which].rlim_cur &&
        now.rlim_max == own[which].rlim_max)
        return true;
    return !setrlimit(which, &own[which]);
}

bool mh_own_limits_keep(void)
{
    bool kept = true;

    for (int i = 0; i < RLIM_NLIMITS; i++)
        kept &= keep(i);
    return kept;
}
