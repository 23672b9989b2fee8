/*
 * end_blocks.c - END blocks kept by package.
 */
#include "module/request/end_blocks.h"

#include "module/request/context/context.h"
#include "module/perl/call.h"
#include "module/perl/interpreter.h"

/* package name => array of blocks; a package variable, so it goes with Perl */
#define LISTS "Mehari::SpecialList::END"

static void xs_register(pTHX_ CV *cv);
static void xs_call(pTHX_ CV *cv);
static void xs_clear(pTHX_ CV *cv);

void mh_end_blocks_boot(pTHX)
{
    newXS("ModPerl::Global::special_list_register", xs_register, __FILE__);
    newXS("ModPerl::Global::special_list_call", xs_call, __FILE__);
    newXS("ModPerl::Global::special_list_clear", xs_clear, __FILE__);
}

void mh_end_blocks_run(pTHX_ AV *blocks, request_rec *r, server_rec *s)
{
    SSize_t count = blocks ? av_count(blocks) : 0;

    for (SSize_t i = 0; i < count; i++) {
        SV **block = av_fetch(blocks, i, FALSE);

        if (!block)
            continue;
        /* call_sv() runs a CV with or without a reference around it. */
        if (mh_call(aTHX_ * block, NULL, 0).outcome == MH_CALL_DIED)
            mh_error_report(aTHX_ r, s);
    }
}

AV *mh_end_blocks_find(pTHX_ SV *package)
{
    HV *lists = get_hv(LISTS, GV_ADD);
    HE *entry = hv_fetch_ent(lists, package, FALSE, 0);

    return entry ? (AV *)SvRV(HeVAL(entry)) : NULL;
}

/*
 * Perl puts a new END block at the front, so that the last one compiled is the
 * first to run; the lists keep that order.
 */
void mh_end_blocks_collect(pTHX)
{
    AV *all = PL_endav;
    AV *rest;

    if (!all || !HvUSEDKEYS(get_hv(LISTS, GV_ADD)))
        return;
    rest = newAV();
    for (SSize_t i = av_count(all); i-- > 0;) {
        SV *block = *av_fetch(all, i, FALSE);
        HV *stash = CvSTASH((CV *)block);
        SV *name = stash ? sv_2mortal(newSVhek(HvNAME_HEK(stash))) : NULL;
        AV *list = name ? mh_end_blocks_find(aTHX_ name) : NULL;

        if (!list)
            list = rest;
        av_unshift(list, 1);
        av_store(list, 0, SvREFCNT_inc_simple_NN(block));
    }
    PL_endav = rest;
    SvREFCNT_dec((SV *)all);
}

static SV *checked_package(pTHX_ CV *cv, SV **st, int items)
{
    const char *name = GvNAME(CvGV(cv));

    if (items != 2)
        Perl_croak(aTHX_ "ModPerl::Global::%s(): takes END and a package "
                         "name, got %d arguments",
                   name, items);
    /* Other names than END have no blocks here, so the call does nothing. */
    return strEQ(SvPV_nolen(st[0]), "END") ? st[1] : NULL;
}

static void xs_register(pTHX_ CV *cv)
{
    dXSARGS;
    SV *package = checked_package(aTHX_ cv, &ST(0), items);
    bool fresh = package && !mh_end_blocks_find(aTHX_ package);

    if (fresh)
        (void)hv_store_ent(get_hv(LISTS, GV_ADD), package,
                           newRV_noinc((SV *)newAV()), 0);
    ST(0) = boolSV(fresh);
    XSRETURN(1);
}

static void xs_call(pTHX_ CV *cv)
{
    dXSARGS;
    SV *package = checked_package(aTHX_ cv, &ST(0), items);
    AV *list;

    mh_end_blocks_collect(aTHX);
    list = package ? mh_end_blocks_find(aTHX_ package) : NULL;
    if (list)
        mh_end_blocks_run(aTHX_ list, mehari.current ? mehari.current->r : NULL,
                          mehari.server);
    ST(0) = boolSV(list != NULL);
    XSRETURN(1);
}

static void xs_clear(pTHX_ CV *cv)
{
    dXSARGS;
    SV *package = checked_package(aTHX_ cv, &ST(0), items);
    AV *list = package ? mh_end_blocks_find(aTHX_ package) : NULL;

    if (list) {
        mh_end_blocks_collect(aTHX);
        av_clear(list);
        /* CHECK and INIT never run here; a compilation leaves them behind. */
        if (PL_checkav)
            av_clear(PL_checkav);
        if (PL_initav)
            av_clear(PL_initav);
    }
    ST(0) = boolSV(list != NULL);
    XSRETURN(1);
}

void mh_end_blocks_end(pTHX_ server_rec *s)
{
    AV *blocks;

    mh_end_blocks_collect(aTHX);
    blocks = PL_endav;
    PL_endav = NULL;
    mh_end_blocks_run(aTHX_ blocks, NULL, s);
    SvREFCNT_dec((SV *)blocks);
}
