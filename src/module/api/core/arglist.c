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

const char *mh_bytes(pTHX_ SV *sv, STRLEN *length)
{
    const char *text = SvPV(sv, *length);

    if (!SvUTF8(sv))
        return text;
    sv = newSVpvn_flags(text, *length, SVf_UTF8 | SVs_TEMP);
    sv_utf8_downgrade(sv, TRUE);
    return SvPV(sv, *length);
}
