/*
 * psgi_input.c - psgi.input: see psgi.h. A body comes from
 * lib/Mehari/PSGI/Input.pm; most requests have none.
 */
#include "module/psgi/psgi.h"

#include "module/api/core/object.h"
#include "module/perl/call.h"
#include "module/psgi/keys.h"
#include "shared/perl/own.h"

/*
 * An empty file. It serves one request after the other until code keeps or
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

static SV *empty_file(pTHX)
{
    if (!is_untouched(aTHX)) {
        SV *make = (SV *)get_cv("Mehari::PSGI::Input::nothing", GV_ADD);
        SV *made = mh_call_scalar(aTHX_ make, NULL, 0);

        SvREFCNT_dec(nothing);
        nothing = newSVsv(made);
        file = IoIFP(GvIOp(SvRV(nothing)));
    }
    return newRV_inc(SvRV(nothing));
}

static bool has_body(const request_rec *r)
{
    const char *length = apr_table_get(r->headers_in, "Content-Length");

    return length ? strcmp(length, "0") != 0
                  : apr_table_get(r->headers_in, "Transfer-Encoding") != NULL;
}

/* A body that is read as it comes is an object, a buffered one a handle. */
static void put_body(pTHX_ HV *env, request_rec *r)
{
    SV *request = mh_object_request(aTHX_ r);
    SV *open = (SV *)get_cv("Mehari::PSGI::Input::open", GV_ADD);
    SV *body = mh_call_scalar(aTHX_ open, &request, 1);

    mh_psgi_put(aTHX_ env, MH_KEY_INPUT, newSVsv(body));
    mh_psgi_put(aTHX_ env, MH_KEY_BUFFERED,
                newSVsv(boolSV(!sv_isobject(body))));
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
