/*
 * blank.c - see blank.h, and mh_value_blank() in value.h.
 */
#include "fresh/blank.h"

/* CvNAME_HEK_set() is for perl's own files, where this has a short name. */
#ifndef unshare_hek
#define unshare_hek(hek) Perl_unshare_hek(aTHX_ hek)
#endif

/* Exported, for perl's own files: a hash has its weak references elsewhere. */
PERL_CALLCONV void Perl_hv_kill_backrefs(pTHX_ HV *hv);

/* What no plain variable has. */
#define DIRTY_FLAGS                                                            \
    (SVf_OK | SVf_READONLY | SVf_PROTECT | SVs_OBJECT | SVs_GMG | SVs_SMG |    \
     SVs_RMG)

static bool has_any_magic(const SV *sv)
{
    return SvTYPE(sv) >= SVt_PVMG && SvMAGIC(sv);
}

bool mh_sv_has_magic(const SV *sv)
{
    if (!has_any_magic(sv))
        return false;
    for (const MAGIC *mg = SvMAGIC(sv); mg; mg = mg->mg_moremagic)
        if (mg->mg_type != PERL_MAGIC_regex_global &&
            mg->mg_type != PERL_MAGIC_utf8 && mg->mg_type != PERL_MAGIC_backref)
            return true;
    return false;
}

mh_pos_t mh_sv_pos(const SV *sv)
{
    const MAGIC *mg = has_any_magic(sv) ? mg_find(sv, PERL_MAGIC_regex_global)
                                        : NULL;

    if (!mg || mg->mg_len < 0)
        return (mh_pos_t){ .at = -1 };
    return (mh_pos_t){ mg->mg_len, mg->mg_flags & MGf_BYTES };
}

void mh_sv_set_pos(pTHX_ SV *sv, mh_pos_t pos)
{
    MAGIC *mg;

    if (pos.at < 0)
        return;
    mg = sv_magicext(sv, NULL, PERL_MAGIC_regex_global, &PL_vtbl_mglob, NULL,
                     0);
    mg->mg_len = pos.at;
    mg->mg_flags |= pos.unit;
}

bool mh_sv_is_plain(const SV *sv)
{
    return SvTYPE(sv) <= SVt_PVMG && SvTYPE(sv) != SVt_REGEXP;
}

bool mh_value_is_blank(const SV *sv)
{
    if (has_any_magic(sv))
        return false;
    switch (SvTYPE(sv)) {
    case SVt_PVAV:
        return !(SvFLAGS(sv) & CONTAINER_FLAGS) && AvFILLp(sv) < 0;
    case SVt_PVHV:
        return !(SvFLAGS(sv) & CONTAINER_FLAGS) && !HvTOTALKEYS((HV *)sv) &&
               !SvOOK(sv);
    case SVt_PVCV:
        return !CvROOT((CV *)sv) && !CvISXSUB((CV *)sv);
    default:
        return mh_sv_is_plain(sv) && !(SvFLAGS(sv) & DIRTY_FLAGS);
    }
}

void mh_sv_unbless(pTHX_ SV *sv)
{
    HV *class;

    if (!SvOBJECT(sv))
        return;
    class = SvSTASH(sv);
    SvOBJECT_off(sv);
    SvSTASH_set(sv, NULL);
    SvREFCNT_dec((SV *)class);
}

/* Weak references to it first: their list is magic too. */
void mh_sv_drop_magic(pTHX_ SV *sv)
{
    if (SvTYPE(sv) == SVt_PVHV && SvOOK(sv))
        Perl_hv_kill_backrefs(aTHX_ MUTABLE_HV(sv));
    if (!has_any_magic(sv))
        return;
    sv_unmagic(sv, PERL_MAGIC_backref);
    mg_free(sv);
    SvMAGICAL_off(sv);
}

static const MAGIC *find_own_magic(const SV *sv)
{
    const MAGIC *mg = has_any_magic(sv) ? SvMAGIC(sv) : NULL;

    while (mg && mg->mg_type == PERL_MAGIC_backref)
        mg = mg->mg_moremagic;
    return mg;
}

void mh_sv_drop_own_magic(pTHX_ SV *sv)
{
    const MAGIC *mg;

    while ((mg = find_own_magic(sv)))
        sv_unmagic(sv, mg->mg_type);
}

/* A lexical sub: the name stays (see leave_scope() of perl). */
static void blank_code(pTHX_ CV *cv)
{
    HEK *name = CvNAMED(cv) ? CvNAME_HEK(cv) : NULL;

    if (!name)
        return;
    (void)share_hek_hek(name);
    cv_undef(cv);
    CvNAME_HEK_set(cv, name);
    CvLEXICAL_on(cv);
}

static void free_text(pTHX_ SV *sv)
{
    SvPV_free(sv);
    SvPV_set(sv, NULL);
    SvLEN_set(sv, 0);
}

/* Long strings would be kept for ever where one page needed them once. */
void mh_sv_blank(pTHX_ SV *sv)
{
    if (SvTHINKFIRST(sv))
        sv_force_normal_flags(sv, SV_IMMEDIATE_UNREF | SV_COW_DROP_PV);
    if (SvTYPE(sv) > SVt_PVMG || SvTYPE(sv) == SVt_REGEXP) {
        sv_setsv(sv, &PL_sv_undef);
        return;
    }
    if (SvTYPE(sv) >= SVt_PV && SvLEN(sv) > 4096)
        free_text(aTHX_ sv);
    SvFLAGS(sv) &= ~(SVf_OK | SVf_IVisUV | SVf_UTF8);
}

void mh_value_blank(pTHX_ SV *sv)
{
    SvFLAGS(sv) &= ~(SVf_READONLY | SVf_PROTECT);
    if (SvTYPE(sv) == SVt_PVCV) {
        blank_code(aTHX_(CV *) sv);
        return;
    }
    mh_sv_drop_magic(aTHX_ sv);
    mh_sv_unbless(aTHX_ sv);
    if (SvTYPE(sv) == SVt_PVAV)
        av_clear((AV *)sv);
    else if (SvTYPE(sv) == SVt_PVHV)
        hv_undef((HV *)sv);
    else
        mh_sv_blank(aTHX_ sv);
}
