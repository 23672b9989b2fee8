/*
 * package.c - packages that code has named before their file was loaded, and
 * the parts of their names: see kept.h.
 *
 * Code such as `require $file; Foo::init()` makes the package Foo with the name
 * `init` in it when it is compiled. If nothing else is there, the file's
 * package takes its place, and the names have the parts of the file's names.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"

/* --- parts --- */

const svtype mh_parts[MH_PARTS] = { SVt_PVCV, SVt_PVMG, SVt_PVAV,
                                    SVt_PVHV, SVt_PVIO, SVt_PVFM };

bool mh_part_is_open(const IO *io)
{
    return io && (IoIFP(io) || IoOFP(io) || IoDIRP((IO *)io));
}

void mh_part_set(GV *gv, svtype type, SV *value)
{
    switch (type) {
    case SVt_PVCV:
        GvCV_set(gv, (CV *)value);
        GvCVGEN(gv) = 0;
        break;
    case SVt_PVAV:
        GvAV(gv) = (AV *)value;
        break;
    case SVt_PVHV:
        GvHV(gv) = (HV *)value;
        break;
    case SVt_PVIO:
        GvIOp(gv) = (IO *)value;
        break;
    case SVt_PVFM:
        GvFORM(gv) = (CV *)value;
        break;
    default:
        GvSV(gv) = value;
    }
}

SV *mh_part_of(const GV *gv, svtype type)
{
    switch (type) {
    case SVt_PVCV:
        return (SV *)GvCVu(gv);
    case SVt_PVAV:
        return (SV *)GvAV(gv);
    case SVt_PVHV:
        return (SV *)GvHV(gv);
    case SVt_PVIO:
        return (SV *)GvIO(gv);
    case SVt_PVFM:
        return (SV *)GvFORM(gv);
    default:
        return GvSV(gv);
    }
}

bool mh_part_is_empty(SV *value)
{
    if (SvREFCNT(value) != 1 || SvMAGICAL(value))
        return false;
    switch (SvTYPE(value)) {
    case SVt_PVCV:
    case SVt_PVFM:
        return false;
    case SVt_PVIO:
        return !mh_part_is_open((IO *)value);
    case SVt_PVAV:
        return AvFILLp((AV *)value) < 0;
    case SVt_PVHV:
        return !HvTOTALKEYS((HV *)value);
    default:
        return !SvOK(value);
    }
}

/* --- packages --- */

/* True if code has the name, and no more. */
static bool is_only_named(const HE *entry)
{
    const GV *gv = (GV *)HeVAL(entry);
    const char *key = HeKEY(entry);
    STRLEN length = (STRLEN)HeKLEN(entry);

    if (!isGV_with_GP(gv) || GvREFCNT(gv) != 1 ||
        (length > 1 && key[length - 1] == ':'))
        return false;
    for (size_t i = 0; i < MH_PARTS; i++) {
        SV *part = mh_part_of(gv, mh_parts[i]);

        if (part && !mh_part_is_empty(part))
            return false;
    }
    return !GvCV(gv);
}

/* A constant, or a declaration, has no glob that another name could share. */
static bool can_share(const HE *ours)
{
    const SV *value = ours ? HeVAL(ours) : NULL;

    return !value || isGV_with_GP(value) ||
           (SvROK(value) && SvTYPE(SvRV(value)) == SVt_PVCV);
}

/* Perl has named it main::Foo if code has mentioned $main::Foo::x first. */
static bool has_same_name(HV *one, HV *other)
{
    const HEK *name = HvNAME_HEK(one);
    const HEK *same = HvNAME_HEK(other);

    return name && same && mh_survey_same_key(name, same);
}

bool mh_package_may_replace(pTHX_ HV *ours, const GV *named)
{
    HV *theirs = isGV_with_GP(named) ? GvHV(named) : NULL;
    HE **array = theirs ? HvARRAY(theirs) : NULL;

    if (!theirs || SvREFCNT(theirs) != 1 || mh_survey_in_use(aTHX_ theirs) ||
        !has_same_name(theirs, ours))
        return false;
    for (STRLEN i = 0; array && i <= HvMAX(theirs); i++)
        for (const HE *entry = array[i]; entry; entry = HeNEXT(entry))
            if (!is_only_named(entry) ||
                !can_share(mh_entry_find(ours, HeKEY_hek(entry))))
                return false;
    return true;
}

/* Both globs have all parts from here on, as after `*theirs = *ours`. */
static void share(pTHX_ HV *stash, const HE *entry, GV *theirs)
{
    GV *ours = (GV *)HeVAL(entry);
    const HEK *key = HeKEY_hek(entry);

    if (!isGV_with_GP(ours)) /* a function's short form */
        gv_init_pvn(ours, stash, HEK_KEY(key), (STRLEN)HEK_LEN(key), 0);
    gp_free(theirs);
    GvGP_set(theirs, gp_ref(GvGP(ours)));
    GvFLAGS(theirs) |= GvFLAGS(ours) & (GVf_IMPORTED | GVf_MULTI);
}

/* The old package stays, without its entry, for those that have its globs. */
void mh_package_replace(pTHX_ HV *parent, HE *entry, HE *named)
{
    HV *ours = GvHV((GV *)HeVAL(entry));
    HV *theirs = GvHV((GV *)HeVAL(named));

    for (STRLEN i = 0; HvARRAY(theirs) && i <= HvMAX(theirs); i++)
        for (HE *at = HvARRAY(theirs)[i], *next; at; at = next) {
            const HE *other = mh_entry_find(ours, HeKEY_hek(at));

            next = HeNEXT(at);
            if (other) {
                share(aTHX_ ours, other, (GV *)HeVAL(at));
                continue;
            }
            mh_entry_take(theirs, at);
            mh_entry_put(aTHX_ ours, at);
        }
    mh_entry_take(parent, named);
    mh_entry_put(aTHX_ parent, entry);
}
