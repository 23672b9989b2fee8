/*
 * tier.c - see tier.h.
 */
#include "pool/tier.h"

#include "pool/examiner.h"
#include "pool/manner.h"
#include "pool/notice.h"

mh_wire_tier_e mh_tier_of(const mh_wire_message_t *message)
{
    uint64_t tier = mh_wire_number(message, MH_TAG_TIER, MH_TIER_EXACT);

    return tier < MH_TIERS ? (mh_wire_tier_e)tier : MH_TIER_EXACT;
}

/* With the switches of a direct one perl must have its name first. */
bool mh_tier_may_be_fresh(const mh_script_t *script)
{
    bool wanted = script->tier == MH_TIER_FRESH || script->fresh;

    return wanted && !script->exactly && !script->shebang->direct;
}

void mh_tier_examine(mh_script_t *script)
{
    if (script->tier == MH_TIER_AUTO && !script->examined &&
        !script->shebang->direct)
        script->examined = mh_examiner_start(script);
}

void mh_tier_examined(mh_script_t *script, const char *against)
{
    if (against) {
        mh_script_say(script, "runs exactly, in a process for each request",
                      against);
        return;
    }
    mh_notice(MH_NOTE, "%s runs fresh, many requests in one process",
              script->path);
    script->fresh = true;
    if (script->manner == MH_MANNER_SHARED)
        mh_manner_change(script, MH_MANNER_FRESH);
}

bool mh_tier_refuses(const mh_script_t *script, const mh_run_t *run)
{
    return mh_wire_number(&run->request.message, MH_TAG_TRIAL, 0) &&
           !(script->manner == MH_MANNER_FRESH && script->zygote);
}

static void demote(mh_script_t *script, const char *why)
{
    if (script->manner != MH_MANNER_FRESH || script->exactly)
        return;
    mh_notice(MH_WARNING, "MH3065: %s runs exactly from here on: %.1000s",
              script->path, why);
    script->exactly = true;
    mh_manner_change(script, MH_MANNER_SHARED);
}

void mh_tier_differs(const mh_wire_message_t *message)
{
    const char *path = mh_wire_string(message, MH_TAG_SCRIPT);
    const char *why = mh_wire_string(message, MH_TAG_TEXT);
    mh_script_t *script = path && why ? mh_script_of_path(path, NULL) : NULL;

    for (; script; script = mh_script_of_path(path, script))
        if (script->tier == MH_TIER_AUTO)
            demote(script, why);
}

void mh_tier_forget(mh_script_t *script)
{
    script->exactly = script->examined = script->fresh = false;
    mh_examiner_forget(script);
}
