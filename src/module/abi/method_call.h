/*
 * method_call.h - C functions of mod_perl that have a Perl method, too. They
 * call that method, so that both give the same answer.
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
