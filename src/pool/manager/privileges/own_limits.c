/*
 * own_limits.c - see own_limits.h.
 */
#include "pool/manager/privileges/own_limits.h"

#include <string.h>
#include <sys/resource.h>

static struct rlimit own[RLIM_NLIMITS];
static struct rlimit below[RLIM_NLIMITS];

bool mh_own_limits_note(void)
{
    for (int i = 0; i < RLIM_NLIMITS; i++)
        if (getrlimit(i, &own[i]))
            return false;
    memcpy(below, own, sizeof(below));
    return true;
}

struct rlimit *mh_own_limits_below(void)
{
    return below;
}

static bool is_as(const struct rlimit *a, const struct rlimit *b)
{
    return a->rlim_cur == b->rlim_cur && a->rlim_max == b->rlim_max;
}

static bool keep(int which)
{
    struct rlimit now;

    if (getrlimit(which, &now))
        return false;
    if (is_as(&now, &own[which]))
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

/* A process that has gone keeps its limits. */
bool mh_own_limits_kept_by(pid_t pid)
{
    struct rlimit now;

    for (int i = 0; i < RLIM_NLIMITS; i++)
        if (!prlimit(pid, i, NULL, &now) && !is_as(&now, &below[i]))
            return false;
    return true;
}
