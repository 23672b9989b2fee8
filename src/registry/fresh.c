/*
 * fresh.c - see fresh.h.
 */
#include "fresh.h"

#include <unistd.h>

#include "apr_lib.h"

#include "../api/object.h"
#include "../fresh/override.h"
#include "../message.h"
#include "../perl/call.h"
#include "../perl/interpreter.h"
#include "../perl/library.h"
#include "../request/context.h"
#include "../request/scope.h"
#include "apart.h"
#include "script.h"
#include "surroundings.h"
#include "zone.h"
#include "../own.h"

#define CLASS "Mehari::Fresh"

static void xs_handler(pTHX_ CV *cv);
static void xs_compile(pTHX_ CV *cv);
static int answer(pTHX_ mh_context_t *context);
static int may_run(request_rec *r);
static int answer_inside(pTHX_ mh_context_t *context);
static int play(pTHX_ mh_context_t *context);
static int play_script(pTHX_ mh_context_t *context);
static bool run(pTHX_ request_rec *r, mh_script_t *script);
static int outcome(mh_context_t *context);

/* The request that a program is compiled or run for. */
static MH_OWN mh_context_t *running;
static MH_OWN mh_script_t *started; /* NULL: none runs */

void mh_fresh_boot(pTHX)
{
    /* httpd's own methods are found like those of Perl (handler.c). */
    CvMETHOD_on(newXS(CLASS "::handler", xs_handler, __FILE__));
    newXS(CLASS "::compile", xs_compile, __FILE__);
    running = NULL;
}

void mh_fresh_end(pTHX)
{
    if (mh_program_busy())
        return;
    mh_scripts_forget(aTHX);
    mh_program_end(aTHX);
}

void mh_fresh_leave(pTHX)
{
    if (mh_program_busy())
        return;
    mh_program_remove(aTHX);
    mh_surroundings_tell(aTHX_ false);
}

void mh_fresh_starts_process(void)
{
    if (started)
        mh_script_set_apart(started);
}

bool mh_fresh_exits(void)
{
    return mh_program_busy() && mehari.current == running;
}

bool mh_fresh_answer(pTHX_ mh_context_t *context, CV *handler, int *status)
{
    if (!CvISXSUB(handler) || CvXSUB(handler) != xs_handler)
        return false;
    *status = answer(aTHX_ context);
    return true;
}

/* From Perl: $class->handler($r) */
static void xs_handler(pTHX_ CV *cv)
{
    dXSARGS;

    PERL_UNUSED_VAR(items);
    if (!mehari.current)
        Perl_croak(aTHX_ CLASS "->handler(): there is no request");
    ST(0) = sv_2mortal(newSViv(answer(aTHX_ mehari.current)));
    XSRETURN(1);
}

static int answer(pTHX_ mh_context_t *context)
{
    request_rec *r = context->r;
    int status = may_run(r);

    if (status != OK)
        return status;
    if (mh_program_busy())
        return answer_inside(aTHX_ context);
    if (!mh_scope_entered()) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "MH2023: %s: " CLASS
                      " needs SetHandler perl-script, which gives "
                      "scripts their STDIN and STDOUT",
                      r->filename);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    context->program = true;
    if (!strncmp(apr_filepath_name_get(r->filename), "nph-", 4)) {
        r->assbackwards = 1;
        mh_output_headers_done(context);
    }
    return play(aTHX_ context);
}

/* The checks of ModPerl::RegistryCooker::can_compile(), in its words. */
static int may_run(request_rec *r)
{
    const char *why;
    int status = HTTP_FORBIDDEN;

    if (r->finfo.filetype == APR_NOFILE || !r->filename) {
        why = "MH2040: not found or unable to stat";
        status = HTTP_NOT_FOUND;
    } else if (r->finfo.filetype != APR_REG) {
        return DECLINED;
    } else if (!(r->finfo.protection & APR_FPROT_WREAD) &&
               access(r->filename, R_OK) != 0) {
        why = "MH2041: file permissions deny server access";
    } else if (!(ap_allow_options(r) & OPT_EXECCGI)) {
        why = "MH2042: Options ExecCGI is off in this directory";
    } else {
        return OK;
    }
    mh_log_about(r, APLOG_ERR, r->filename ? r->filename : r->uri, why);
    return status;
}

/*
 * A program's request inside a program's: there is one main program at a time,
 * so this one is compiled for once, into a package of its own.
 */
static int answer_inside(pTHX_ mh_context_t *context)
{
    const char *why = mh_require_module(aTHX_ CLASS, context->r->pool);
    SV *args[1] = { mh_object_request(aTHX_ context->r) };
    mh_result_t result;
    bool hidden;

    if (why) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, context->r, "MH2025: %s", why);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    if (mh_script_wants_taint(aTHX_ context->r->filename)) {
        ap_log_rerror(
            APLOG_MARK, APLOG_ERR, 0, context->r,
            "MH2026: %s: its first line has -T, which it cannot have inside "
            "another program's request: let the client ask for it, "
            "or use SetHandler perl-cgi",
            context->r->filename);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    /* It must not end the program around it. */
    hidden = mh_overrides_hide_exit(false);
    result = mh_call(aTHX_(SV *) get_cv(CLASS "::run_inside", GV_ADD), args, 1);
    mh_overrides_hide_exit(hidden);
    if (result.outcome == MH_CALL_DIED)
        return mh_report_error(aTHX_ context->r, NULL);
    return (int)result.status;
}

/* SetEnv's, or the process's own. */
static const char *zone_of(request_rec *r)
{
    const char *zone = apr_table_get(r->subprocess_env, "TZ");

    return zone ? zone : getenv("TZ");
}

/*
 * As a rule the program stays installed, and its variables as it has left
 * them: its scope has nothing to put back. Perl code around us wants its own.
 */
static int play(pTHX_ mh_context_t *context)
{
    request_rec *r = context->r;
    mh_context_t *before = running;
    apr_status_t rc = mh_directory_enter(r->filename);
    bool inside = mehari.calls > 0;
    int status;

    if (rc != APR_SUCCESS) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, rc, r,
                      "MH2027: %s: cannot go to its directory", r->filename);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    if (!inside)
        mh_scope_yield();
    running = context;
    mh_surroundings_tell(aTHX_ true);
    mh_zone_set(zone_of(r));
    status = play_script(aTHX_ context);
    running = before;
    mh_zone_restore();
    if (inside)
        mh_fresh_leave(aTHX);
    mh_directory_leave();
    return status == OK ? outcome(context) : status;
}

typedef struct {
    request_rec *r;
    mh_script_t *script;
} playing_t;

/* What prints while it is compiled does so for each request: *again. */
static mh_script_t *compile(pTHX_ request_rec *r, bool *again)
{
    apr_off_t before = running->output.length;
    mh_script_t *script;

    mh_arguments_set(aTHX_ r);
    script = mh_script_compile(aTHX_ r->filename, &r->finfo);
    *again = running->output.length != before;
    return script;
}

static void forget(pTHX_ const request_rec *r)
{
    mh_script_t *script = mh_script_find(aTHX_ r->filename, &r->finfo);

    if (script)
        mh_script_forget(aTHX_ script);
}

static void run_here(pTHX_ request_rec *r, mh_script_t *script)
{
    bool again;

    if (script && run(aTHX_ r, script))
        return;
    script = compile(aTHX_ r, &again);
    if (script)
        run(aTHX_ r, script);
    if (again)
        forget(aTHX_ r);
}

/* In the process of its own. */
static void run_apart(pTHX_ void *data)
{
    const playing_t *playing = data;

    if (mh_script_program(playing->script)) {
        run_here(aTHX_ playing->r, playing->script);
        return;
    }
    mh_script_taint(aTHX);
    run_here(aTHX_ playing->r, NULL);
}

static int play_script(pTHX_ mh_context_t *context)
{
    request_rec *r = context->r;
    playing_t playing = { r, mh_script_find(aTHX_ r->filename, &r->finfo) };
    bool again = false;
    int status = OK;

    if (!playing.script)
        playing.script = compile(aTHX_ r, &again);
    if (playing.script && mh_script_is_apart(playing.script))
        status = mh_apart_run(aTHX_ context, run_apart, &playing);
    else if (playing.script)
        run_here(aTHX_ r, playing.script);
    if (again)
        forget(aTHX_ r);
    return status;
}

/* False: it is spoilt, and has been forgotten. */
static bool run(pTHX_ request_rec *r, mh_script_t *script)
{
    mh_program_t *program = mh_script_program(script);
    mh_program_end_t end = { .spoilt = true };

    if (mh_program_install(aTHX_ program)) {
        mh_arguments_set(aTHX_ r);
        mh_surroundings_tell(aTHX_ true);
        started = script;
        end = mh_program_run(aTHX_ program);
        started = NULL;
    }
    if (end.spoilt)
        mh_script_forget(aTHX_ script);
    return end.ran;
}

/* As with mod_cgi: how it ended does not matter, what it printed does. */
static int outcome(mh_context_t *context)
{
    if (!context->output.parse_headers || context->output.printed)
        return OK;
    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, context->r,
                  "MH2028: End of script output before headers: %s",
                  apr_filepath_name_get(context->r->filename));
    return HTTP_INTERNAL_SERVER_ERROR;
}

static bool compile_file(pTHX_ const char *file, const apr_finfo_t *finfo)
{
    mh_script_t *script = mh_script_find(aTHX_ file, finfo);

    if (!script)
        script = mh_script_compile(aTHX_ file, finfo);
    return script && mh_script_program(script);
}

/* $class->compile(@files): at startup, for all children. */
static void xs_compile(pTHX_ CV *cv)
{
    dXSARGS;
    IV count = 0;

    if (mh_program_busy())
        Perl_croak(aTHX_ CLASS "->compile(): a program is running");
    for (int i = 1; i < items; i++) {
        const char *file = SvPV_nolen(ST(i));
        apr_pool_t *pool;
        apr_finfo_t finfo;
        apr_status_t rc;

        apr_pool_create(&pool, mehari.pconf);
        rc = apr_stat(&finfo, file, APR_FINFO_NORM, pool);
        if (rc == APR_SUCCESS)
            rc = mh_directory_enter(file);
        if (rc == APR_SUCCESS) {
            running = mehari.current;
            mh_surroundings_tell(aTHX_ true);
            count += compile_file(aTHX_ file, &finfo);
            running = NULL;
            mh_fresh_leave(aTHX);
            mh_directory_leave();
        } else {
            warn("%s: cannot be compiled: %s\n", file, Strerror(rc));
        }
        apr_pool_destroy(pool);
    }
    ST(0) = sv_2mortal(newSViv(count));
    XSRETURN(1);
}
