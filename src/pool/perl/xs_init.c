/*
 * xs_init.c - see xs_init.h.
 */
#include "pool/perl/xs_init.h"

#include "pool/perl/original.h"

EXTERN_C void boot_DynaLoader(pTHX_ CV *cv);

void mh_xs_init(pTHX)
{
    newXS("DynaLoader::boot_DynaLoader", boot_DynaLoader, __FILE__);
    /* @INC is set, and nothing has been loaded yet: not even by PERL5OPT. */
    mh_original_apply(aTHX);
}
