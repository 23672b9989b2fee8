/*
 * method_call.h - functions of mod_perl's that do what a method of Perl does:
 * they call it, so that there is one answer to both.
 */
#ifndef MEHARI_MODULE_ABI_METHOD_CALL_H
#define MEHARI_MODULE_ABI_METHOD_CALL_H

#include "module/common/mehari.h"

/*
 * Calls the sub of that full name with the arguments, which end with the first
 * NULL. The value is the caller's to free. It croaks as the sub does.
 */
SV *mh_abi_method(pTHX_ const char *name, SV *first, SV *second, SV *third);

#endif
