/*
 * plain_call.c - calling Perl in a program that is not httpd:
 * module/perl/call.h without requests, exit() and processes that must not
 * serve.
 */
#include "module/perl/call.h"

#include "module/perl/own_stack.h"

typedef struct {
    void (*function)(pTHX_ void *);
    void *data;
} c_call_t;

static void call_c(pTHX_ CV *cv);

/* Only cleanups call this function, and they ignore the code's result. */
mh_result_t mh_call(pTHX_ SV *code, SV **args, int nargs)
{
    mh_result_t result = { MH_CALL_OK, false, 0 };

    ENTER;
    SAVETMPS;
    mh_call_apart(aTHX_ code, args, nargs, G_EVAL | G_VOID | G_DISCARD);
    if (SvROK(ERRSV) || SvTRUE_nomg(ERRSV))
        result.outcome = MH_CALL_DIED;
    FREETMPS;
    LEAVE;
    return result;
}

bool mh_call_c(pTHX_ void (*function)(pTHX_ void *), void *data)
{
    c_call_t call = { function, data };
    CV *cv = newXS(NULL, call_c, __FILE__);
    bool good;

    CvXSUBANY(cv).any_ptr = &call;
    ENTER;
    SAVETMPS;
    mh_call_apart(aTHX_(SV *) cv, NULL, 0, G_EVAL | G_VOID | G_DISCARD);
    good = !SvROK(ERRSV) && !SvTRUE_nomg(ERRSV);
    FREETMPS;
    LEAVE;
    SvREFCNT_dec_NN((SV *)cv);
    return good;
}

static void call_c(pTHX_ CV *cv)
{
    dXSARGS;
    c_call_t *call = CvXSUBANY(cv).any_ptr;

    call->function(aTHX_ call->data);
    XSRETURN_EMPTY;
}
