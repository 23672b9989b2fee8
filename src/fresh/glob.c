/*
 * glob.c - see glob.h.
 */
#include "fresh/glob.h"

#include "fresh/package.h"

/* cv_undef() of a sub that keeps its glob; not in perl's public headers. */
#define KEEP_NAME 1

static void add_value(pTHX_ mh_values_t *values, SV *sv)
{
    if (sv)
        mh_values_add(aTHX_ values, sv);
}

static void add_constant(pTHX_ mh_values_t *values, CV *code)
{
    SV *constant = code ? cv_const_sv(code) : NULL;

    /* A list constant is an array without a container of its own. */
    if (code && CvCONST(code) && !constant)
        constant = CvXSUBANY(code).any_ptr;
    if (constant && SvTYPE(constant) != SVt_PVAV)
        mh_values_add(aTHX_ values, constant);
}

void mh_glob_note(pTHX_ mh_glob_t *glob, mh_values_t *values)
{
    GV *gv = glob->gv;

    *glob = (mh_glob_t){
        .gv = gv,
        .gp = gp_ref(GvGP(gv)),
        .scalar = SvREFCNT_inc(GvSV(gv)),
        .array = (AV *)SvREFCNT_inc((SV *)GvAV(gv)),
        .hash = (HV *)SvREFCNT_inc((SV *)GvHV(gv)),
        .code = (CV *)SvREFCNT_inc((SV *)GvCV(gv)),
        .io = (IO *)SvREFCNT_inc((SV *)GvIOp(gv)),
        .form = (CV *)SvREFCNT_inc((SV *)GvFORM(gv)),
        .variables = mh_package_is_plain(aTHX_ gv),
    };
    glob->foreign = GvSTASH(gv) && !mh_package_is_program(aTHX_ GvSTASH(gv));
    glob->bodiless = glob->code && !CvROOT(glob->code) && !CvISXSUB(glob->code);
    if (!glob->variables)
        return;
    add_value(aTHX_ values, glob->scalar);
    add_value(aTHX_ values, (SV *)glob->array);
    add_value(aTHX_ values, (SV *)glob->hash);
    add_constant(aTHX_ values, glob->code);
}

void mh_glob_release(pTHX_ mh_glob_t *glob)
{
    SvREFCNT_dec(glob->scalar);
    SvREFCNT_dec((SV *)glob->array);
    SvREFCNT_dec((SV *)glob->hash);
    SvREFCNT_dec((SV *)glob->code);
    SvREFCNT_dec((SV *)glob->io);
    SvREFCNT_dec((SV *)glob->form);
    /* The glob keeps one of the two. */
    if (glob->gp->gp_refcnt > 1)
        glob->gp->gp_refcnt--;
}

void mh_glob_renew(pTHX_ const mh_glob_t *glob, mh_values_t *values)
{
    if (!glob->variables)
        return;
    if (glob->scalar)
        mh_values_renew(aTHX_ values, glob->scalar);
    if (glob->array)
        mh_values_renew(aTHX_ values, (SV *)glob->array);
    if (glob->hash)
        mh_values_renew(aTHX_ values, (SV *)glob->hash);
}

/* Like a `sub NAME;` again, whatever body it was given. */
static void restore_declaration(pTHX_ const mh_glob_t *glob)
{
    if (CvROOT(glob->code) || CvISXSUB(glob->code))
        Perl_cv_undef_flags(aTHX_ glob->code, KEEP_NAME);
}

static bool has_body(const CV *cv)
{
    return cv && (CvROOT(cv) || CvISXSUB(cv));
}

/*
 * A module makes a sub when it is called first (AutoLoader, SelfLoader,
 * autouse), and knows that it has.
 */
static bool is_made_late(const mh_glob_t *glob)
{
    const CV *now = GvCV(glob->gv);

    return glob->foreign && !has_body(glob->code) && has_body(now) &&
           !GvCVGEN(glob->gv) && CvSTASH(now) == GvSTASH(glob->gv);
}

static void keep_late(pTHX_ mh_glob_t *glob)
{
    SvREFCNT_dec((SV *)glob->code);
    glob->code = (CV *)SvREFCNT_inc_simple_NN((SV *)GvCV(glob->gv));
    glob->bodiless = false;
}

static void restore_code(pTHX_ mh_glob_t *glob)
{
    CV *now = GvCV(glob->gv);

    if (UNLIKELY(is_made_late(glob)))
        keep_late(aTHX_ glob);
    if (UNLIKELY(glob->bodiless))
        restore_declaration(aTHX_ glob);
    if (now == glob->code && !GvCVGEN(glob->gv))
        return;
    GvCV_set(glob->gv, (CV *)SvREFCNT_inc((SV *)glob->code));
    GvCVGEN(glob->gv) = 0;
    SvREFCNT_dec((SV *)now);
    if (GvSTASH(glob->gv))
        mro_method_changed_in(GvSTASH(glob->gv));
}

static void restore_slot(pTHX_ SV **slot, SV *noted)
{
    SV *now = *slot;

    if (LIKELY(now == noted))
        return;
    *slot = SvREFCNT_inc(noted);
    SvREFCNT_dec(now);
}

void mh_glob_restore(pTHX_ mh_glob_t *glob)
{
    GV *gv = glob->gv;

    if (UNLIKELY(!isGV_with_GP(gv)))
        return;
    if (UNLIKELY(GvGP(gv) != glob->gp)) {
        gp_free(gv);
        GvGP_set(gv, gp_ref(glob->gp));
        if (GvSTASH(gv))
            mro_method_changed_in(GvSTASH(gv));
    }
    if (glob->variables) {
        restore_slot(aTHX_(SV **) & glob->gp->gp_sv, (SV *)glob->scalar);
        restore_slot(aTHX_(SV **) & glob->gp->gp_av, (SV *)glob->array);
        restore_slot(aTHX_(SV **) & glob->gp->gp_hv, (SV *)glob->hash);
    }
    restore_slot(aTHX_(SV **) & glob->gp->gp_io, (SV *)glob->io);
    restore_slot(aTHX_(SV **) & glob->gp->gp_form, (SV *)glob->form);
    restore_code(aTHX_ glob);
}
