/*
 * method_call.c - see method_call.h.
 */
#include "module/abi/method_call.h"

#include "module/perl/call.h"

SV *mh_abi_method(pTHX_ const char *name, SV *first, SV *second, SV *third)
{
    SV *args[3] = { first, second, third };
    CV *code = get_cv(name, 0);
    int count = 0;

    if (!code)
        croak("%s() is not there", name);
    while (count < 3 && args[count])
        count++;
    return SvREFCNT_inc(mh_call_scalar(aTHX_(SV *) code, args, count));
}
