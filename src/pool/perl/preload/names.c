/*
 * names.c - the variables of a file that was compiled ahead: see kept.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

#include "shared/memory.h"

void mh_names_add(mh_kept_names_t *names, GV *gv)
{
    for (size_t i = 0; i < names->count; i++)
        if (names->list[i].gv == gv)
            return;
    names->list = mh_grow(names->list,
                          (names->count + 1) * sizeof(mh_kept_name_t));
    names->list[names->count++] = (mh_kept_name_t){ .gv = gv };
}

void mh_names_add_files(pTHX_ mh_kept_names_t *names, const mh_survey_t *before)
{
    HE **array = HvARRAY(PL_defstash);

    for (STRLEN i = 0; i <= HvMAX(PL_defstash); i++)
        for (HE *entry = array[i]; entry; entry = HeNEXT(entry))
            if (strnEQ(HeKEY(entry), "_<", 2) && isGV(HeVAL(entry)) &&
                !mh_survey_find(before, PL_defstash, HeKEY_hek(entry)))
                mh_names_add(names, (GV *)HeVAL(entry));
}

/* --- hidden --- */

/* The operators make these again, where they are not there. */
static void drop_new_parts(pTHX_ GV *gv, const mh_slots_t *before)
{
    if (!before->scalar) {
        SvREFCNT_dec(GvSV(gv));
        GvSV(gv) = NULL;
    }
    if (!before->array) {
        SvREFCNT_dec(GvAV(gv));
        GvAV(gv) = NULL;
    }
    if (!before->hash) {
        SvREFCNT_dec(GvHV(gv));
        GvHV(gv) = NULL;
    }
}

void mh_names_hide(pTHX_ mh_kept_names_t *names, const mh_survey_t *before)
{
    for (size_t i = 0; i < names->count; i++) {
        GV *gv = names->list[i].gv;
        const mh_slots_t *old = mh_survey_find(before, PL_defstash,
                                               GvNAME_HEK(gv));

        if (old) {
            drop_new_parts(aTHX_ gv, old);
            continue;
        }
        names->list[i].fresh = true;
        SvREFCNT_inc_simple_void_NN(gv);
        (void)hv_delete(PL_defstash, GvNAME(gv), (I32)GvNAMELEN(gv), G_DISCARD);
    }
}

/* --- and shown --- */

/*
 * No code runs when it is read or assigned to: of a tie, an overloaded
 * operator, or a destructor.
 */
static bool is_plain(pTHX_ const GV *gv)
{
    const SV *scalar = GvSV(gv);
    const AV *array = GvAV(gv);
    HV *hash = GvHV(gv);

    if (scalar && (SvMAGICAL(scalar) || SvROK(scalar) || isGV(scalar)))
        return false;
    if (array && (SvMAGICAL(array) || AvFILLp(array) >= 0))
        return false;
    return !hash || (!SvMAGICAL(hash) && !HvTOTALKEYS(hash));
}

/* A new name of the same spelling would be another variable. */
static bool is_same(pTHX_ const mh_kept_name_t *name)
{
    SV **entry = hv_fetch(PL_defstash, GvNAME(name->gv),
                          (I32)GvNAMELEN(name->gv), 0);

    if (name->fresh)
        return !entry;
    return entry && *entry == (SV *)name->gv && isGV_with_GP(name->gv) &&
           is_plain(aTHX_ name->gv);
}

bool mh_names_are_same(pTHX_ const mh_kept_names_t *names)
{
    for (size_t i = 0; i < names->count; i++)
        if (!is_same(aTHX_ & names->list[i]))
            return false;
    return true;
}

void mh_names_show(pTHX_ const mh_kept_names_t *names)
{
    for (size_t i = 0; i < names->count; i++) {
        GV *gv = names->list[i].gv;

        if (names->list[i].fresh)
            (void)hv_store(PL_defstash, GvNAME(gv), (I32)GvNAMELEN(gv),
                           SvREFCNT_inc((SV *)gv), 0);
    }
}
