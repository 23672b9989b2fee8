/*
 * arglist.c - see arglist.h.
 */
#include "module/api/core/arglist.h"

SV **mh_arglist(pTHX_ mh_call_t *call)
{
    size_t size = sizeof(SV *) * (size_t)call->nargs;
    SV *holder = sv_2mortal(newSV(size + 1));

    if (size > 0)
        memcpy(SvPVX(holder), call->arg, size);
    return (SV **)SvPVX(holder);
}

SV *mh_arglist_join(pTHX_ mh_call_t *call, int first)
{
    SV **list = mh_arglist(aTHX_ call);
    SV *joined = sv_2mortal(newSVpvs(""));

    for (int i = first; i < call->nargs; i++)
        sv_catsv(joined, list[i]);
    return joined;
}
