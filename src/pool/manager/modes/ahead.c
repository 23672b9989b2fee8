/*
 * ahead.c - see ahead.h.
 */
#include "pool/manager/modes/ahead.h"

#include "pool/manager/common/notice.h"
#include "pool/manager/loop/loop.h"

/* Seconds until a zygote runs ahead again. */
#define AHEAD_AGAIN 600

/* Limit of zygotes in a row whose files change before FEW_REQUESTS requests. */
#define CHANGES 2
#define FEW_REQUESTS 20

mh_wire_mode_e mh_ahead_mode(const mh_script_t *script)
{
    return mh_loop_now() < script->compiled_until ? MH_MODE_COMPILED
                                                  : MH_MODE_SHARED;
}

static void only_compile(mh_script_t *script, const char *why)
{
    script->compiled_until = mh_loop_now() + AHEAD_AGAIN * MH_SECOND;
    script->compiled_why = why;
    mh_notice(MH_DEBUG, "%s is compiled ahead, and not run: it %s",
              script->path, why);
}

const char *mh_ahead_why(const mh_script_t *script)
{
    return script->compiled_why;
}

bool mh_ahead_failed(mh_script_t *script, const mh_zygote_t *zygote,
                     mh_outcome_e outcome)
{
    if (zygote->mode != MH_MODE_SHARED || outcome == MH_OUTCOME_FAILED)
        return false;
    only_compile(script, "cannot be kept where it looks first");
    return true;
}

void mh_ahead_changed(mh_script_t *script)
{
    const mh_zygote_t *zygote = script->zygote;

    if (!zygote || zygote->mode != MH_MODE_SHARED)
        return;
    script->changes = zygote->served < FEW_REQUESTS ? script->changes + 1 : 0;
    if (script->changes < CHANGES)
        return;
    script->changes = 0;
    only_compile(script, "reads a file that changes all the time");
}

void mh_ahead_forget(mh_script_t *script)
{
    script->compiled_until = 0;
    script->compiled_why = NULL;
    script->changes = 0;
}
