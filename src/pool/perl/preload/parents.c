/*
 * parents.c - the parents of packages that come with a kept file, or get
 * parents by it: see kept.h. Perl notes in each class those that inherit from
 * it, and remembers in which order it looks for methods.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include "shared/memory.h"

AV *mh_parents_of(pTHX_ HV *stash)
{
    SV **gv = hv_fetchs(stash, "ISA", 0);

    return gv && isGV_with_GP(*gv) ? GvAV((GV *)*gv) : NULL;
}

void mh_parents_collect(pTHX_ mh_kept_names_t *names, HV *stash)
{
    const AV *parents = mh_parents_of(aTHX_ stash);

    if (!parents || AvFILLp(parents) < 0)
        return;
    names->parents = mh_grow(names->parents,
                             (names->parent_count + 1) * sizeof(HV *));
    names->parents[names->parent_count++] = stash;
}

/* The magic of @ISA tells perl that the list has changed. */
static void changed(pTHX_ AV *parents)
{
    if (parents && SvMAGICAL(parents))
        mg_set((SV *)parents);
}

void mh_parents_join(pTHX_ const mh_kept_names_t *names)
{
    for (size_t i = 0; i < names->parent_count; i++)
        changed(aTHX_ mh_parents_of(aTHX_ names->parents[i]));
}

static void leave(pTHX_ HV *stash)
{
    AV *line = mro_get_linear_isa(stash);
    HEK *name = HvENAME_HEK(stash);

    for (SSize_t i = 1; name && i <= av_top_index(line); i++) {
        HE *heirs = hv_fetch_ent(PL_isarev, *av_fetch(line, i, 0), 0, 0);

        if (heirs)
            (void)hv_delete_ent((HV *)HeVAL(heirs), sv_2mortal(newSVhek(name)),
                                G_DISCARD, 0);
    }
}

void mh_parents_leave(pTHX_ const mh_kept_names_t *names)
{
    for (size_t i = 0; i < names->parent_count; i++)
        leave(aTHX_ names->parents[i]);
}

/* The package's number of changes is among the names. */
static void list_changed(pTHX_ HV *stash, AV *parents)
{
    U32 number = mh_generation_of(stash);

    changed(aTHX_ parents);
    mh_generation_set(aTHX_ stash, number);
}

void mh_parents_lists_changed(pTHX_ const mh_kept_names_t *names)
{
    for (size_t i = 0; i < names->entry_count; i++) {
        const HE *entry = names->entries[i].entry;

        if (strEQ(HeKEY(entry), "ISA") && isGV_with_GP(HeVAL(entry)))
            list_changed(aTHX_ names->entries[i].stash,
                         GvAV((GV *)HeVAL(entry)));
    }
    for (size_t i = 0; i < names->slot_count; i++)
        if (names->slots[i].type == SVt_PVAV &&
            strEQ(GvNAME(names->slots[i].gv), "ISA"))
            list_changed(aTHX_ names->slots[i].stash,
                         (AV *)names->slots[i].value);
}
