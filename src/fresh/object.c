/*
 * object.c - see object.h.
 */
#include "fresh/object.h"

/* A reference to an object goes; one to other data is followed. */
static void look_at_reference(pTHX_ SV *reference, mh_objects_t *objects)
{
    SV *target = SvRV(reference);

    if (!SvOBJECT(target) || SvTYPE(target) == SVt_PVIO ||
        mh_values_has(objects->values, target)) {
        mh_objects_destroy(aTHX_ target, objects);
        return;
    }
    if (SvWEAKREF(reference))
        return;
    SvFLAGS(reference) &= ~(SVf_READONLY | SVf_PROTECT);
    SvROK_off(reference);
    SvRV_set(reference, NULL);
    SvREFCNT_dec_NN(target);
}

static void look_at_array(pTHX_ AV *array, mh_objects_t *objects)
{
    for (SSize_t i = 0; !SvRMAGICAL(array) && i <= AvFILLp(array); i++)
        if (AvARRAY(array)[i])
            mh_objects_destroy(aTHX_ AvARRAY(array)[i], objects);
}

static void look_at_hash(pTHX_ HV *hash, mh_objects_t *objects)
{
    if (SvRMAGICAL(hash) || HvNAME_HEK(hash))
        return;
    for (STRLEN i = 0; HvARRAY(hash) && i <= HvMAX(hash); i++)
        for (HE *he = HvARRAY(hash)[i]; he; he = HeNEXT(he))
            mh_objects_destroy(aTHX_ HeVAL(he), objects);
}

/* A closure holds what it has captured. */
static void look_at_code(pTHX_ CV *cv, mh_objects_t *objects)
{
    if (CvCLONED(cv) && !CvISXSUB(cv) && CvPADLIST(cv))
        look_at_array(aTHX_ PadlistARRAY(CvPADLIST(cv))[1], objects);
}

/* A variable that is an object itself: its contents go into another. */
static void look_at_object(pTHX_ SV *sv)
{
    SV *object = newSV_type(SvTYPE(sv));
    SV blank = *object;

    SvANY(object) = SvANY(sv);
    object->sv_u = sv->sv_u;
    SvFLAGS(object) = SvFLAGS(sv) & ~(SVs_PADTMP | SVs_PADSTALE);
    SvANY(sv) = SvANY(&blank);
    sv->sv_u = blank.sv_u;
    SvFLAGS(sv) = SvFLAGS(&blank);
    SvREFCNT_dec_NN(object);
}

/* Most variables: nothing in them can lead to an object. */
static bool is_leaf(const SV *sv)
{
    if (SvROK(sv) || SvTYPE(sv) < SVt_PVMG)
        return !SvROK(sv);
    if (SvOBJECT(sv))
        return SvTYPE(sv) == SVt_PVIO;
    if (SvTYPE(sv) == SVt_PVAV)
        return AvFILLp(sv) < 0;
    if (SvTYPE(sv) == SVt_PVHV)
        return !HvTOTALKEYS((HV *)sv);
    return SvTYPE(sv) != SVt_PVCV || !CvCLONED((CV *)sv);
}

static bool is_new(mh_objects_t *objects, SV *sv)
{
    if (mh_pointers_find(&objects->seen, sv))
        return false;
    mh_pointers_add(&objects->seen, sv, 0);
    return true;
}

void mh_objects_look(pTHX_ SV *sv, void *data)
{
    mh_objects_t *objects = data;

    if (is_leaf(sv) || !is_new(objects, sv))
        return;
    if (SvROK(sv))
        look_at_reference(aTHX_ sv, objects);
    else if (SvOBJECT(sv) && SvTYPE(sv) != SVt_PVCV &&
             !mh_values_has_object(objects->values, sv))
        look_at_object(aTHX_ sv);
    else if (SvTYPE(sv) == SVt_PVAV)
        look_at_array(aTHX_(AV *) sv, objects);
    else if (SvTYPE(sv) == SVt_PVHV)
        look_at_hash(aTHX_(HV *) sv, objects);
    else if (SvTYPE(sv) == SVt_PVCV)
        look_at_code(aTHX_(CV *) sv, objects);
}

void mh_objects_destroy(pTHX_ SV *sv, void *data)
{
    mh_objects_t *objects = data;

    if (!is_leaf(sv) && !mh_values_has(objects->values, sv))
        mh_objects_look(aTHX_ sv, objects);
}
