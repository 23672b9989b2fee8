/*
 * xs_init.c - see xs_init.h.
 */
#include "exact/xs_init.h"

#include "exact/original.h"

EXTERN_C void boot_DynaLoader(pTHX_ CV *cv);

void mh_xs_init(pTHX)
{
    newXS("DynaLoader::boot_DynaLoader", boot_DynaLoader, __FILE__);
    /* @INC is there, and nothing has been loaded: not even by PERL5OPT. */
    mh_original_apply(aTHX);
}
