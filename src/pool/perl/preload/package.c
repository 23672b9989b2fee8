/*
 * package.c - packages that code has named before their file was loaded: see
 * kept.h.
 *
 * Code such as `require $file; Foo::init()` makes the package Foo with the name
 * `init` in it when it is compiled. If nothing else is there, the file's
 * package takes its place, and the names have the parts of the file's names.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/kept.h"
#include "pool/perl/preload/piece.h"

/* True if code has the name, and no more. */
static bool is_only_named(pTHX_ const HE *entry)
{
    const char *key = HeKEY(entry);
    STRLEN length = (STRLEN)HeKLEN(entry);

    return isGV_with_GP(HeVAL(entry)) &&
           !(length > 1 && key[length - 1] == ':') &&
           mh_duplicate_is_unused(aTHX_(GV *) HeVAL(entry));
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
            if (!is_only_named(aTHX_ entry) ||
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
