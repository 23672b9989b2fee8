/* call.c - calls Perl, and turns die and exit into results. */
#include "module/perl/call.h"

#include <unistd.h>

#include "module/perl/error_object.h"
#include "module/perl/own_stack.h"
#include "module/perl/interpreter.h"

typedef struct {
    void (*function)(pTHX_ void *);
    void *data;
} c_call_t;

/* A scalar, and its value as a number. */
typedef struct {
    SV *sv;
    bool defined;
    IV number;
} reading_t;

static void take_status(pTHX_ SV *value, mh_result_t *result);
static void read_number(pTHX_ void *data);
static void enter_call(void);
static void leave_call(pTHX);
static void leave_forked_child(pTHX);
static void call_c_inside_eval(pTHX_ CV *cv);

static mh_result_t call_in(pTHX_ I32 context, SV *code, SV **args, int nargs)
{
    mh_result_t result = { MH_CALL_OK, false, 0 };
    SV *value;
    SV *error;

    ENTER;
    SAVETMPS;
    enter_call();
    value = mh_call_apart(aTHX_ code, args, nargs, G_EVAL | context);
    error = ERRSV;
    if (SvROK(error) || SvTRUE_nomg(error))
        result.outcome = mh_is_exit(aTHX) ? MH_CALL_EXIT : MH_CALL_DIED;
    else if (value)
        take_status(aTHX_ value, &result);
    FREETMPS;
    LEAVE;
    leave_call(aTHX);
    return result;
}

mh_result_t mh_call(pTHX_ SV *code, SV **args, int nargs)
{
    return call_in(aTHX_ G_SCALAR, code, args, nargs);
}

mh_result_t mh_call_void(pTHX_ SV *code, SV **args, int nargs)
{
    return call_in(aTHX_ G_VOID, code, args, nargs);
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
    /*
     * A number that does not fit an int is no status, because its lower bits
     * could mean OK.
     */
    if (reading.number != (int)reading.number)
        result->status = HTTP_INTERNAL_SERVER_ERROR;
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

static void enter_call(void)
{
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
 * The code has called fork(), and the new process has come back here, too. The
 * new process is no child of httpd's parent and must not serve. Its parent has
 * the same buffers, so it ends without flushing them.
 */
static void leave_forked_child(pTHX)
{
    if (!mehari.elsewhere) {
        mehari.forked = 0;
        return;
    }
    PerlIO_flush(NULL);
    /*
     * A flag shows exit(), because `require` turns the error object into text.
     */
    if (mehari.exiting)
        _exit(STATUS_EXIT);
    _exit(SvROK(ERRSV) || SvTRUE(ERRSV) ? 255 : 0);
}

bool mh_call_c(pTHX_ void (*function)(pTHX_ void *), void *data)
{
    c_call_t call = { function, data };
    CV *cv = newXS(NULL, call_c_inside_eval, __FILE__);
    bool ok;

    /* A call from a method (add_config) is not tainted by its arguments. */
    TAINT_NOT;
    CvXSUBANY(cv).any_ptr = &call;
    ENTER;
    SAVETMPS;
    enter_call();
    mh_call_apart(aTHX_(SV *) cv, NULL, 0, G_EVAL | G_VOID | G_DISCARD);
    ok = !SvROK(ERRSV) && !SvTRUE(ERRSV);
    FREETMPS;
    LEAVE;
    SvREFCNT_dec((SV *)cv);
    leave_call(aTHX);
    return ok;
}

SV *mh_call_scalar(pTHX_ SV *code, SV **args, int nargs)
{
    return mh_call_apart(aTHX_ code, args, nargs, G_SCALAR);
}

SV *mh_call_source(pTHX_ SV *source, I32 context)
{
    SV *value = NULL;
    SSize_t count = eval_sv(source, context | G_RETHROW);
    dSP;

    if (count > 0) {
        value = POPs;
        PUTBACK;
    }
    return context == G_VOID ? NULL : value;
}

static void call_c_inside_eval(pTHX_ CV *cv)
{
    dXSARGS;
    c_call_t *call = CvXSUBANY(cv).any_ptr;

    call->function(aTHX_ call->data);
    XSRETURN_EMPTY;
}

bool mh_is_exit(pTHX)
{
    return mh_is_exit_sv(aTHX_ ERRSV);
}

int mh_error_report(pTHX_ request_rec *r, server_rec *s)
{
    if (r) {
        const char *text = mh_error_whole(aTHX_ r->pool);

        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r, "%s", text);
        apr_table_mergen(r->notes, "error-notes", text);
    } else {
        apr_pool_t *pool;

        apr_pool_create(&pool, s->process->pool);
        ap_log_error(APLOG_MARK, APLOG_ERR, 0, s, "%s",
                     mh_error_whole(aTHX_ pool));
        apr_pool_destroy(pool);
    }
    return HTTP_INTERNAL_SERVER_ERROR;
}
