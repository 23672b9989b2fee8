/*
 * input.c - see input.h. What has a body gets it from
 * lib/Mehari/PSGI/Input.pm; most requests have none.
 */
#include "module/psgi/input.h"

#include "module/api/core/object.h"
#include "module/psgi/keys.h"
#include "shared/perl/own.h"

/*
 * An empty file, for one request after the other as long as nobody keeps or
 * changes it.
 */
static MH_OWN SV *nothing; /* a reference to the glob */
static MH_OWN PerlIO *file;

void mh_psgi_input_boot(void)
{
    nothing = NULL;
}

static bool is_untouched(pTHX)
{
    SV *glob = nothing ? SvRV(nothing) : NULL;

    return glob && SvREFCNT(glob) == 1 && !SvMAGICAL(glob) && GvIOp(glob) &&
           SvREFCNT(GvIOp(glob)) == 1 && !SvMAGICAL(GvIOp(glob)) &&
           IoIFP(GvIOp(glob)) == file && !PerlIO_isutf8(file) &&
           !PerlIO_seek(file, 0, SEEK_SET);
}

/* Calls Mehari::PSGI::Input::NAME; what it returns is on the stack. */
static int call_input(pTHX_ const char *name, SV *argument)
{
    dSP;

    PUSHMARK(SP);
    if (argument)
        XPUSHs(argument);
    PUTBACK;
    return call_pv(name, G_LIST);
}

static SV *empty_file(pTHX)
{
    if (!is_untouched(aTHX)) {
        int count = call_input(aTHX_ "Mehari::PSGI::Input::nothing", NULL);
        dSP;

        SvREFCNT_dec(nothing);
        nothing = newSVsv(SP[1 - count]);
        file = IoIFP(GvIOp(SvRV(nothing)));
        SP -= count;
        PUTBACK;
    }
    return newRV_inc(SvRV(nothing));
}

static bool has_body(const request_rec *r)
{
    const char *length = apr_table_get(r->headers_in, "Content-Length");

    return length ? strcmp(length, "0") != 0
                  : apr_table_get(r->headers_in, "Transfer-Encoding") != NULL;
}

static void put_body(pTHX_ HV *env, request_rec *r)
{
    int count = call_input(aTHX_ "Mehari::PSGI::Input::open",
                           mh_object_request(aTHX_ r));
    dSP;

    mh_psgi_put(aTHX_ env, MH_KEY_INPUT, newSVsv(SP[1 - count]));
    mh_psgi_put(aTHX_ env, MH_KEY_BUFFERED, newSVsv(SP[0]));
    SP -= count;
    PUTBACK;
}

void mh_psgi_put_input(pTHX_ HV *env, request_rec *r)
{
    if (has_body(r)) {
        put_body(aTHX_ env, r);
        return;
    }
    mh_psgi_put(aTHX_ env, MH_KEY_INPUT, empty_file(aTHX));
    mh_psgi_put(aTHX_ env, MH_KEY_BUFFERED, newSVsv(&PL_sv_yes));
}
