/*
 * magic.c - see magic.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/trace/magic.h"

void mh_trace_link(SV *sv, const MGVTBL *table, const char *name)
{
    dTHX;
    bool running = SvTYPE(sv) >= SVt_PVMG && SvMAGIC(sv) && !SvMAGICAL(sv);

    (void)sv_magicext(sv, NULL, PERL_MAGIC_ext, table, name, 0);
    if (running)
        SvMAGICAL_off(sv);
}

void mh_trace_unlink(SV *sv, int type, const MGVTBL *table)
{
    MAGIC *before = NULL;
    MAGIC *magic = SvMAGIC(sv);
    bool active = SvMAGICAL(sv) != 0;

    while (magic &&
           (magic->mg_type != type || (table && magic->mg_virtual != table))) {
        before = magic;
        magic = magic->mg_moremagic;
    }
    if (!magic)
        return;
    if (before)
        before->mg_moremagic = magic->mg_moremagic;
    else
        SvMAGIC_set(sv, magic->mg_moremagic);
    /* mg_set() and mg_get() have turned the magic off while they run. */
    if (active)
        mg_magical(sv);
}
