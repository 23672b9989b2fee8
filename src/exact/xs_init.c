/*
 * xs_init.c - see xs_init.h.
 */
#include "exact/xs_init.h"

EXTERN_C void boot_DynaLoader(pTHX_ CV *cv);

void mh_xs_init(pTHX)
{
    newXS("DynaLoader::boot_DynaLoader", boot_DynaLoader, __FILE__);
}
