/*
 * call.c - calling Perl, and what comes back instead of a value.
 */
#include "call.h"

#include <unistd.h>

#include "../api/error.h"
#include "../registry/fresh.h"
#include "../request/context.h"
#include "interpreter.h"

typedef struct {
    void (*function)(pTHX_ void *);
    void *data;
} c_call_t;

/* What a scalar says as a number or as text. */
typedef struct {
    SV *sv;
    bool defined;
    IV number;
    apr_pool_t *pool;
    const char *text;
} reading_t;

static void take_status(pTHX_ SV *value, mh_result_t *result);
static void read_number(pTHX_ void *data);
static void read_text(pTHX_ void *data);
static void enter_call(pTHX);
static void leave_call(pTHX);
static void leave_forked_child(pTHX);
static void call_c_inside_eval(pTHX_ CV *cv);

mh_result_t mh_call(pTHX_ SV *code, SV **args, int nargs)
{
    mh_result_t result = { MH_CALL_OK, false, 0 };
    int count;
    SV *error;
    dSP;

    ENTER;
    SAVETMPS;
    PUSHMARK(SP);
    EXTEND(SP, nargs);
    for (int i = 0; i < nargs; i++)
        PUSHs(args[i]);
    PUTBACK;
    enter_call(aTHX);
    count = call_sv(code, G_EVAL | G_SCALAR);
    SPAGAIN;
    error = ERRSV;
    if (SvROK(error) || SvTRUE_nomg(error)) {
        while (count-- > 0)
            (void)POPs;
        result.outcome = mh_is_exit(aTHX) ? MH_CALL_EXIT : MH_CALL_DIED;
    } else if (count > 0) {
        SV *value = POPs;

        PUTBACK;
        take_status(aTHX_ value, &result);
        SPAGAIN;
    }
    PUTBACK;
    FREETMPS;
    LEAVE;
    leave_call(aTHX);
    return result;
}

/* Objects and tied values make their numbers by Perl, which may die again. */
static void take_status(pTHX_ SV *value, mh_result_t *result)
{
    reading_t reading = { .sv = value };

    if (!SvROK(value) && !SvGMAGICAL(value))
        read_number(aTHX_ & reading);
    else if (!mh_call_c(aTHX_ read_number, &reading))
        result->outcome = mh_is_exit(aTHX) ? MH_CALL_EXIT : MH_CALL_DIED;
    result->defined = reading.defined;
    result->status = reading.number;
}

static void read_number(pTHX_ void *data)
{
    reading_t *reading = data;

    SvGETMAGIC(reading->sv);
    if (!SvOK(reading->sv))
        return;
    reading->number = SvIV_nomg(reading->sv);
    reading->defined = true;
}

static void enter_call(pTHX)
{
    mh_fresh_leave(aTHX);
    mehari.depth++;
    mehari.calls++;
}

static void leave_call(pTHX)
{
    if (UNLIKELY(mehari.forked >= mehari.calls))
        leave_forked_child(aTHX);
    mehari.calls--;
    mehari.depth--;
}

/*
 * fork() in the code gave a second process that has come back here too. It is
 * no child of httpd's parent and must not serve: what it printed has been
 * buffered by its parent as well, so it ends without flushing anything.
 */
static void leave_forked_child(pTHX)
{
    if (!mehari.elsewhere) {
        mehari.forked = 0;
        return;
    }
    PerlIO_flush(NULL);
    /* Not by its error object: code that is loaded makes text of that. */
    if (mehari.exiting)
        _exit(STATUS_EXIT);
    _exit(SvROK(ERRSV) || SvTRUE(ERRSV) ? 255 : 0);
}

bool mh_call_c(pTHX_ void (*function)(pTHX_ void *), void *data)
{
    c_call_t call = { function, data };
    CV *cv = newXS(NULL, call_c_inside_eval, __FILE__);
    bool ok;
    dSP;

    /* A call from a method (add_config) is not tainted by its arguments. */
    TAINT_NOT;
    CvXSUBANY(cv).any_ptr = &call;
    ENTER;
    SAVETMPS;
    PUSHMARK(SP);
    PUTBACK;
    enter_call(aTHX);
    call_sv((SV *)cv, G_EVAL | G_VOID | G_DISCARD);
    ok = !SvROK(ERRSV) && !SvTRUE(ERRSV);
    FREETMPS;
    LEAVE;
    SvREFCNT_dec((SV *)cv);
    leave_call(aTHX);
    return ok;
}

static void call_c_inside_eval(pTHX_ CV *cv)
{
    dXSARGS;
    c_call_t *call = CvXSUBANY(cv).any_ptr;

    PERL_UNUSED_VAR(items);
    call->function(aTHX_ call->data);
    XSRETURN_EMPTY;
}

bool mh_is_exit(pTHX)
{
    return mh_is_exit_sv(aTHX_ ERRSV);
}

static void read_text(pTHX_ void *data)
{
    reading_t *reading = data;
    STRLEN length;
    const char *text = SvPV(reading->sv, length);

    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == ' '))
        length--;
    reading->text = apr_pstrmemdup(reading->pool, text, length);
}

/* An error may be an object, whose text is made by Perl. $@ stays. */
const char *mh_error_text(pTHX_ apr_pool_t *pool)
{
    reading_t reading = { .sv = ERRSV, .pool = pool };
    SV *error;

    if (!SvROK(ERRSV)) {
        read_text(aTHX_ & reading);
        return reading.text;
    }
    error = newSVsv(ERRSV);
    reading.sv = error;
    if (!mh_call_c(aTHX_ read_text, &reading))
        reading.text = apr_psprintf(
            pool, "an object of %s, which died when asked for its text",
            sv_reftype(SvRV(error), true));
    sv_setsv(ERRSV, error);
    SvREFCNT_dec(error);
    return reading.text;
}

int mh_report_error(pTHX_ request_rec *r, server_rec *s)
{
    if (r) {
        const char *text = mh_error_text(aTHX_ r->pool);

        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r, "%s", text);
        apr_table_setn(r->notes, "error-notes", text);
    } else {
        apr_pool_t *pool;

        apr_pool_create(&pool, s->process->pool);
        ap_log_error(APLOG_MARK, APLOG_ERR, 0, s, "%s",
                     mh_error_text(aTHX_ pool));
        apr_pool_destroy(pool);
    }
    return HTTP_INTERNAL_SERVER_ERROR;
}
