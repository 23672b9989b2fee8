/*
 * linked.h - shared objects of XS modules, as DynaLoader loads them into httpd.
 * An object that calls a function of mod_perl that mehari lacks is refused when
 * it is loaded, because the call would end the process in the middle of a
 * request.
 */
#ifndef MEHARI_MODULE_PERL_LINKED_H
#define MEHARI_MODULE_PERL_LINKED_H

#include "module/common/mehari.h"

/* DynaLoader::boot_DynaLoader, with a dl_load_file that looks at each object */
void mh_linked_boot(pTHX_ CV *cv);

#endif
