/*
 * application.c - one request of an application: see psgi.h.
 */

#include "module/api/core/object.h"
#include "module/config/config.h"
#include "module/perl/call.h"
#include "module/perl/interpreter.h"
#include "module/request/context/context.h"
#include "module/psgi/psgi.h"
#include "module/psgi/psgi_handler.h"
#include "module/psgi/keys.h"
#include "module/psgi/psgi_response.h"
#include "module/worker/answer.h"
#include "module/common/role.h"

static HV *applications; /* file => what Mehari::PSGI::App::load() gave */
static CV *answer;       /* xs_answer() */

static mh_context_t *context_here(pTHX)
{
    if (!mehari.current)
        Perl_croak(aTHX_ "Mehari::PSGI: there is no request");
    return mehari.current;
}

/* second may be NULL. */
static SV *call_named(pTHX_ const char *name, SV *first, SV *second)
{
    SV *args[2] = { first, second };

    return mh_call_scalar(aTHX_(SV *) get_cv(name, GV_ADD), args,
                          second ? 2 : 1);
}

/* The application of the request. */
static SV *application(pTHX_ const request_rec *r)
{
    const char *file = mh_dir_config(r)->psgi.file;
    SV **place = file ? hv_fetch(applications, file, (I32)strlen(file), 1)
                      : NULL;

    if (!place)
        Perl_croak(aTHX_ "there is no PerlPsgiApp for %s", r->uri);
    if (!SvOK(*place))
        sv_setsv(*place,
                 call_named(aTHX_ "Mehari::PSGI::App::load",
                            newSVpvn_flags(file, strlen(file), SVs_TEMP),
                            NULL));
    return *place;
}

/*
 * Sends a response whose body is an array. Perl code does the others: another
 * kind of body, or a response that comes later.
 */
static void respond(pTHX_ mh_context_t *context, SV *response)
{
    SV *self = mh_object_request(aTHX_ context->r);
    SV *body;

    if (!SvROK(response) || SvTYPE(SvRV(response)) != SVt_PVAV) {
        call_named(aTHX_ "Mehari::PSGI::answer_later", self, response);
        return;
    }
    body = mh_psgi_head(aTHX_ context, response);
    if (body && SvROK(body) && SvTYPE(SvRV(body)) == SVt_PVAV &&
        !SvOBJECT(SvRV(body)))
        mh_psgi_strings(aTHX_ context, (AV *)SvRV(body));
    else
        call_named(aTHX_ "Mehari::PSGI::Body::send_all", self,
                   body ? body : &PL_sv_undef);
}

/*
 * All of this may die, so it runs in an eval of its own. Fills the environment
 * that it is given.
 */
static void xs_answer(pTHX_ CV *cv)
{
    dXSARGS;
    mh_context_t *context = context_here(aTHX);
    SV *env = ST(0);

    mh_psgi_environment(aTHX_(HV *) SvRV(env), context->r);
    respond(aTHX_ context,
            mh_call_scalar(aTHX_ application(aTHX_ context->r), &env, 1));
    XSRETURN_EMPTY;
}

/* No last chunk, RST_STREAM under HTTP/2. */
static void break_off(request_rec *r)
{
    apr_bucket_alloc_t *list = r->connection->bucket_alloc;
    apr_bucket_brigade *end = apr_brigade_create(r->pool, list);

    r->connection->keepalive = AP_CONN_CLOSE;
    APR_BRIGADE_INSERT_TAIL(end, ap_bucket_error_create(HTTP_BAD_GATEWAY, NULL,
                                                        r->pool, list));
    APR_BRIGADE_INSERT_TAIL(end, apr_bucket_eos_create(list));
    ap_pass_brigade(r->output_filters, end);
}

static bool has_cleanup(pTHX_ HV *env)
{
    SV *list = mh_psgi_get(aTHX_ env, MH_KEY_CLEANUP_HANDLERS);

    return list && SvROK(list) && SvTYPE(SvRV(list)) == SVt_PVAV &&
           av_top_index((AV *)SvRV(list)) >= 0;
}

static void finish(pTHX_ mh_context_t *context, SV *given)
{
    HV *env = (HV *)SvRV(given);

    if (has_cleanup(aTHX_ env) ||
        mh_psgi_get(aTHX_ env, MH_KEY_HARAKIRI_COMMIT))
        call_named(aTHX_ "Mehari::PSGI::finish",
                   mh_object_request(aTHX_ context->r), given);
}

/*
 * A response that broke off must not look whole. If none of it has been sent,
 * the client gets httpd's page for the error, and only that.
 */
static void fail(pTHX_ mh_context_t *context, SV *why)
{
    request_rec *r = context->r;

    if (!context->output.sent) {
        context->output.used = 0;
        croak_sv(why);
    }
    if (mh_role_is_worker())
        mh_answer_break();
    else
        break_off(r);
    if (!r->connection->aborted)
        call_named(aTHX_ "Mehari::PSGI::log_error", mh_object_request(aTHX_ r),
                   why);
}

static void xs_serve_request(pTHX_ CV *cv)
{
    dXSARGS;
    mh_context_t *context = context_here(aTHX);
    SV *env = sv_2mortal(newRV_noinc((SV *)newHV()));
    SV *why = NULL;

    if (mh_call(aTHX_(SV *) answer, &env, 1).outcome != MH_CALL_OK)
        why = sv_mortalcopy(ERRSV);
    finish(aTHX_ context, env);
    if (why)
        fail(aTHX_ context, why);
    XSRETURN_IV(OK);
}

/* The body of a response that came later. */
static void xs_head(pTHX_ CV *cv)
{
    dXSARGS;
    SV *body;

    if (items != 1)
        croak_xs_usage(cv, "response");
    body = mh_psgi_head(aTHX_ context_here(aTHX), ST(0));
    ST(0) = body ? body : &PL_sv_undef;
    XSRETURN(1);
}

static void xs_strings(pTHX_ CV *cv)
{
    dXSARGS;

    if (items != 1 || !SvROK(ST(0)) || SvTYPE(SvRV(ST(0))) != SVt_PVAV)
        croak_xs_usage(cv, "strings");
    mh_psgi_strings(aTHX_ context_here(aTHX), (AV *)SvRV(ST(0)));
    XSRETURN_EMPTY;
}

void mh_psgi_boot(pTHX)
{
    applications = newHV();
    mh_psgi_keys_boot(aTHX);
    mh_psgi_input_boot();
    mh_psgi_callbacks_boot(aTHX);
    newXS("Mehari::PSGI::serve_request", xs_serve_request, __FILE__);
    newXS("Mehari::PSGI::head", xs_head, __FILE__);
    newXS("Mehari::PSGI::strings", xs_strings, __FILE__);
    answer = newXS(NULL, xs_answer, __FILE__);
}
