/*
 * callbacks.c - functions that an application calls: see psgi.h.
 */
#include "module/psgi/psgi.h"

#include "module/perl/interpreter.h"
#include "module/request/context/context.h"
#include "module/request/interim.h"
#include "module/psgi/keys.h"
#include "module/psgi/psgi_response.h"
#include "shared/perl/own.h"

static MH_OWN SV *version;
static MH_OWN SV *errors; /* a reference to an object of Mehari::PSGI::Errors */
static MH_OWN SV *logger;
static MH_OWN SV *informational;

/* Outside of a request, the line is the server's. */
static void say(pTHX_ int level, SV *text)
{
    STRLEN size;
    const char *bytes = mh_psgi_bytes(aTHX_ text, &size);
    int shown = (int)(size && bytes[size - 1] == '\n' ? size - 1 : size);

    if (mehari.current)
        ap_log_rerror(APLOG_MARK, level, 0, mehari.current->r, "%.*s", shown,
                      bytes);
    else
        ap_log_error(APLOG_MARK, level, 0, mehari.server, "%.*s", shown, bytes);
}

static void xs_print(pTHX_ CV *cv)
{
    dXSARGS;
    SV *text = newSVpvs_flags("", SVs_TEMP);

    for (int i = 1; i < items; i++)
        sv_catsv(text, ST(i));
    say(aTHX_ APLOG_ERR, text);
    XSRETURN_YES;
}

static int level_of(const char *name)
{
    static const struct {
        const char *name;
        int level;
    } levels[] = {
        { "debug", APLOG_DEBUG },  { "info", APLOG_INFO },
        { "warn", APLOG_WARNING }, { "error", APLOG_ERR },
        { "fatal", APLOG_CRIT },
    };

    for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++)
        if (!strcmp(name, levels[i].name))
            return levels[i].level;
    return APLOG_ERR;
}

static void xs_logger(pTHX_ CV *cv)
{
    dXSARGS;
    SV **level;
    SV **message;
    HV *about;

    if (items != 1 || !SvROK(ST(0)) || SvTYPE(SvRV(ST(0))) != SVt_PVHV)
        croak_xs_usage(cv, "{ level => NAME, message => TEXT }");
    about = (HV *)SvRV(ST(0));
    level = hv_fetchs(about, "level", 0);
    message = hv_fetchs(about, "message", 0);
    if (message && SvOK(*message))
        say(aTHX_ level ? level_of(SvPV_nolen(*level)) : APLOG_ERR, *message);
    XSRETURN_EMPTY;
}

static apr_table_t *table_of(pTHX_ apr_pool_t *pool, AV *pairs)
{
    apr_table_t *table = apr_table_make(pool, 4);

    for (SSize_t i = 0; i < av_top_index(pairs); i += 2) {
        SV **name = av_fetch(pairs, i, 0);
        SV **value = av_fetch(pairs, i + 1, 0);

        if (name && value)
            apr_table_add(table, SvPV_nolen(*name), SvPV_nolen(*value));
    }
    return table;
}

/* NULL, or what is wrong with it. */
static const char *problem(request_rec *r, IV status, apr_table_t *headers)
{
    if (!ap_is_HTTP_INFO(status) || status == HTTP_SWITCHING_PROTOCOLS)
        return "a status from 100 to 199 is wanted, and not 101";
    if (!mh_interim_possible(r))
        return "the response itself has begun";
    if (!mh_interim_headers_plain(headers))
        return "a header has a character that no header may have";
    return NULL;
}

static void xs_informational(pTHX_ CV *cv)
{
    dXSARGS;
    apr_table_t *headers;
    const char *why;
    request_rec *r;
    bool sent;

    if (items != 2 || !SvROK(ST(1)) || SvTYPE(SvRV(ST(1))) != SVt_PVAV)
        croak_xs_usage(cv, "status, [ NAME => VALUE, ... ]");
    if (!mehari.current)
        Perl_croak(aTHX_ "psgix.informational: there is no request");
    r = mehari.current->r;
    headers = table_of(aTHX_ r->pool, (AV *)SvRV(ST(1)));
    why = problem(r, SvIV(ST(0)), headers);
    if (why)
        Perl_croak(aTHX_ "psgix.informational: %s", why);
    mh_interim_send(r, (int)SvIV(ST(0)), headers, &sent);
    XSRETURN_EMPTY;
}

void mh_psgi_put_callbacks(pTHX_ HV *env)
{
    mh_psgi_put(aTHX_ env, MH_KEY_VERSION, newRV_inc(version));
    mh_psgi_put(aTHX_ env, MH_KEY_ERRORS, newRV_inc(errors));
    mh_psgi_put(aTHX_ env, MH_KEY_LOGGER, newRV_inc(logger));
    mh_psgi_put(aTHX_ env, MH_KEY_INFORMATIONAL, newRV_inc(informational));
}

void mh_psgi_callbacks_boot(pTHX)
{
    AV *numbers = newAV();
    SV *reference;

    av_push(numbers, newSViv(1));
    av_push(numbers, newSViv(1));
    version = (SV *)numbers;
    newXS("Mehari::PSGI::Errors::print", xs_print, __FILE__);
    logger = (SV *)newXS(NULL, xs_logger, __FILE__);
    informational = (SV *)newXS(NULL, xs_informational, __FILE__);
    errors = newSV(0);
    reference = sv_2mortal(newRV_inc(errors));
    sv_bless(reference, gv_stashpvs("Mehari::PSGI::Errors", GV_ADD));
}
