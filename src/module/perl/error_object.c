/*
 * error_object.c - making and recognising APR::Error objects.
 */
#include "module/perl/error_object.h"

static SV *make_error(pTHX_ apr_status_t rc, const char *function);

void mh_croak_status(pTHX_ apr_status_t rc, const char *function)
{
    croak_sv(make_error(aTHX_ rc, function));
}

void mh_check_status(pTHX_ apr_status_t rc, const char *function)
{
    if (rc != APR_SUCCESS)
        mh_croak_status(aTHX_ rc, function);
}

void mh_croak_exit(pTHX)
{
    SV *error = make_error(aTHX_ MH_EXIT, "ModPerl::Util::exit");

    /*
     * PL_diehook is where Perl keeps $SIG{__DIE__}. The scope that catches the
     * error puts it back, as it does for any `local`.
     */
    SAVESPTR(PL_diehook);
    PL_diehook = NULL;
    croak_sv(error);
}

/* A derived class may use the number for itself, as APR::Request::Error does */
bool mh_is_exit_sv(pTHX_ SV *err)
{
    return mh_error_is(aTHX_ err, MH_EXIT) &&
           SvSTASH(SvRV(err)) == gv_stashpvs("APR::Error", 0);
}

bool mh_error_is(pTHX_ SV *err, apr_status_t status)
{
    SV **rc;

    if (!SvROK(err) || !SvOBJECT(SvRV(err)) || SvTYPE(SvRV(err)) != SVt_PVHV ||
        !sv_derived_from(err, "APR::Error"))
        return false;
    rc = hv_fetchs((HV *)SvRV(err), "rc", 0);
    return rc != NULL && SvIOK(*rc) && SvIV(*rc) == status;
}

static SV *make_error(pTHX_ apr_status_t rc, const char *function)
{
    HV *hash = newHV();
    SV *error = sv_2mortal(newRV_noinc((SV *)hash));
    const char *file = CopFILE(PL_curcop);

    if (get_cvs("APR::Error::str", 0) == NULL)
        load_module(PERL_LOADMOD_NOIMPORT, newSVpvs("APR::Error"), NULL);
    (void)hv_stores(hash, "rc", newSViv(rc));
    (void)hv_stores(hash, "file", newSVpv(file != NULL ? file : "", 0));
    (void)hv_stores(hash, "line", newSVuv(CopLINE(PL_curcop)));
    (void)hv_stores(hash, "func", newSVpv(function, 0));
    return sv_bless(error, gv_stashpvs("APR::Error", GV_ADD));
}
