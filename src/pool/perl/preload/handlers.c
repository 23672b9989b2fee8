/*
 * handlers.c - whether a handler of the script would see what code does that
 * was run ahead: that it dies in an eval, or makes handlers local.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/preload/part.h"

#include "pool/perl/preload/perls.h"

/*
 * CGI::Carp's handlers, and the functions that they call. In an eval they do
 * nothing but die again, unless they call functions of the script for it.
 */
static const char *const names[] = {
    "CGI::Carp::die",
    "CGI::Carp::warn",
    "CGI::Carp::id",
    "CGI::Carp::ineval",
    "CGI::Carp::_longmess",
    "CGI::Carp::realdie",
    "Carp::longmess",
    "Carp::longmess_heavy",
    "Carp::ret_backtrace",
    "Carp::caller_info",
    "Carp::format_arg",
    "Carp::long_error_loc",
    "File::Spec::Unix::splitpath",
};
#define NAMES C_ARRAY_LENGTH(names)

/* They, when the zygote stopped; NULL: not perl's own. */
static const CV *known[NAMES];

void mh_handlers_take(pTHX)
{
    if (!get_cv(names[0], 0))
        return;
    for (size_t i = 0; i < NAMES; i++) {
        CV *code = get_cv(names[i], 0);
        const char *file = code ? CvFILE(code) : NULL;

        known[i] = file && mh_perls_has(file) ? code : NULL;
    }
}

static bool is_set(pTHX_ const char *name)
{
    const SV *sv = get_sv(name, 0);

    return sv && (SvMAGICAL(sv) || SvOK(sv));
}

static bool are_quiet(pTHX)
{
    if (is_set(aTHX_ "CGI::Carp::DIE_HANDLER") ||
        is_set(aTHX_ "Carp::RefArgFormatter"))
        return false;
    for (size_t i = 0; i < NAMES; i++)
        if (!known[i] || get_cv(names[i], 0) != known[i])
            return false;
    return true;
}

/* Perl's handler while it loads a layer of PerlIO. It does nothing. */
static bool is_empty(pTHX_ const SV *code)
{
    const CV *empty = get_cv("PerlIO::Layer::NoWarnings", 0);

    return code == (const SV *)empty && CvISXSUB(empty) &&
           strEQ(CvFILE(empty), "perlio.c");
}

/* A trial has set a handler of ours, which does not count. */
static bool sees(pTHX_ const SV *handler)
{
    const SV *code = handler && SvROK(handler) ? SvRV(handler) : handler;

    if (!handler || mh_load_notes(code) || is_empty(aTHX_ code))
        return false;
    return (code != (const SV *)known[0] && code != (const SV *)known[1]) ||
           !are_quiet(aTHX);
}

bool mh_handlers_see(pTHX)
{
    return sees(aTHX_ PL_warnhook) || sees(aTHX_ PL_diehook) ||
           sees(aTHX_(SV *) mh_override_of_die(aTHX));
}
