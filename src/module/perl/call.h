/*
 * call.h - the only way from C into Perl.
 *
 * A call runs in an eval of its own: die, exit and non-local exits end there
 * and come back as a value. No Perl longjmp crosses a frame of httpd.
 */
#ifndef MEHARI_MODULE_PERL_CALL_H
#define MEHARI_MODULE_PERL_CALL_H

#include "module/common/mehari.h"

typedef enum {
    MH_CALL_OK,   /* returned */
    MH_CALL_EXIT, /* called exit() */
    MH_CALL_DIED  /* $@ holds why */
} mh_call_outcome_e;

typedef struct {
    mh_call_outcome_e outcome;
    bool defined; /* it returned a defined value */
    IV status;    /* that value as an integer; 0 otherwise */
} mh_result_t;

/*
 * Calls code (a code reference or CV) with nargs arguments, in scalar context.
 * The arguments are not freed. Temporaries are, when it returns.
 */
mh_result_t mh_call(pTHX_ SV *code, SV **args, int nargs);
/* The same in void context: there is no status. */
mh_result_t mh_call_void(pTHX_ SV *code, SV **args, int nargs);

/*
 * For C that Perl has called, or that mh_call_c() runs: what the code throws is
 * the caller's. mh_call_scalar calls code in scalar context, and
 * mh_call_source runs Perl source in the context of G_SCALAR or G_VOID. Both
 * return the value, a temporary; NULL in void context.
 */
SV *mh_call_scalar(pTHX_ SV *code, SV **args, int nargs);
SV *mh_call_source(pTHX_ SV *source, I32 context);

/*
 * Calls the C function inside an eval, for C that may croak. Returns true when
 * it came back; false when it croaked ($@ holds why).
 */
bool mh_call_c(pTHX_ void (*function)(pTHX_ void *), void *data);

/* True if $@ is the error that exit() throws. */
bool mh_is_exit(pTHX);

/* $@ as text, for a log line: one line, no trailing newline. From pool. */
const char *mh_error_text(pTHX_ apr_pool_t *pool);

/* The same with its last newline, as under mod_perl. */
const char *mh_error_whole(pTHX_ apr_pool_t *pool);

/*
 * Logs $@ at level error for r (or s), adds it to r->notes as error-notes, and
 * returns HTTP_INTERNAL_SERVER_ERROR. The line is Perl's text, without a
 * number, because rules that watch a log expect it so.
 */
int mh_error_report(pTHX_ request_rec *r, server_rec *s);

#endif
