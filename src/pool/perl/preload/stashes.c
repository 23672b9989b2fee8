/* stashes.c - packages that matter to a kept file: see kept.h. */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include <stdlib.h>

#include "shared/memory.h"

static HV *stash_at(const mh_kept_stashes_t *stashes, size_t i)
{
    const SV *reference = stashes->list[i];

    return SvROK(reference) ? (HV *)SvRV(reference) : NULL;
}

void mh_stashes_add(pTHX_ mh_kept_stashes_t *stashes, HV *stash)
{
    if (stash == PL_defstash)
        return;
    for (size_t i = stashes->count; i-- > 0;)
        if (stash_at(stashes, i) == stash)
            return;
    stashes->list = mh_grow(stashes->list, (stashes->count + 1) * sizeof(SV *));
    stashes->list[stashes->count++] = sv_rvweaken(newRV_inc((SV *)stash));
}

/* The package that has the name of that one now; NULL: none. */
static HV *namesake(pTHX_ HV *stash)
{
    const char *name = HvNAME_get(stash);

    return name ? gv_stashpvn(name, (U32)HvNAMELEN_get(stash), 0) : NULL;
}

void mh_stashes_bring_one(pTHX_ HV *stash)
{
    for (mh_module_t *at = mh_module_first(); at; at = at->next)
        for (size_t i = 0;
             at->kept && !at->kept->run && i < at->kept->stage_count; i++)
            mh_names_bring(aTHX_ & at->kept->stages[i].names, stash);
}

void mh_stashes_bring(pTHX_ const mh_kept_stashes_t *stashes)
{
    for (size_t i = 0; i < stashes->count; i++) {
        HV *stash = stash_at(stashes, i);

        if (stash && HvNAME_HEK(stash) && !namesake(aTHX_ stash))
            mh_stashes_bring_one(aTHX_ stash);
    }
}

bool mh_stashes_are_same(pTHX_ const mh_kept_stashes_t *stashes)
{
    for (size_t i = 0; i < stashes->count; i++) {
        HV *stash = stash_at(stashes, i);

        if (!stash || namesake(aTHX_ stash) != stash)
            return false;
    }
    return true;
}

void mh_stashes_free(pTHX_ mh_kept_stashes_t *stashes)
{
    for (size_t i = 0; i < stashes->count; i++)
        SvREFCNT_dec(stashes->list[i]);
    free(stashes->list);
    *stashes = (mh_kept_stashes_t){ 0 };
}
