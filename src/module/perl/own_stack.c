/*
 * own_stack.c - see own_stack.h.
 */
#include "module/perl/own_stack.h"

/*
 * Perl code in C functions in Perl code, and so on: each level takes a few KiB
 * of the C stack, and nothing but a mistake goes as deep as that.
 */
#define DEEPEST 1000

static _Thread_local int depth;

static void refuse_depth(pTHX_ I32 flags)
{
    SV *text = Perl_mess(aTHX_ "httpd has called Perl code inside Perl code %d "
                               "times: does a callback call itself?",
                         DEEPEST);

    if (!(flags & G_EVAL))
        croak_sv(text);
    sv_setsv(ERRSV, text);
}

SV *mh_call_apart(pTHX_ SV *code, SV **args, int nargs, I32 flags)
{
    SV *value = NULL;
    dSP;

    if (depth >= DEEPEST) {
        refuse_depth(aTHX_ flags);
        return NULL;
    }
    ENTER;
    SAVEINT(depth);
    depth++;
    PUSHSTACKi(PERLSI_MAGIC);
    PUSHMARK(SP);
    EXTEND(SP, nargs);
    for (int i = 0; i < nargs; i++)
        PUSHs(args[i]);
    PUTBACK;
    if (call_sv(code, flags) > 0) {
        SPAGAIN;
        value = POPs;
        PUTBACK;
    }
    POPSTACK;
    LEAVE;
    return value;
}
