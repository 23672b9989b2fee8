/*
 * own_stack.h - Perl code on a stack of its own, as perl runs tie methods.
 *
 * The C caller runs in the middle of other Perl code. On the same stack,
 * `last`, `next` or `goto` could find a loop or label of that outer code and
 * jump there, across the C functions; no eval stops that. On a stack of its own
 * they find nothing, and die.
 */
#ifndef MEHARI_MODULE_PERL_OWN_STACK_H
#define MEHARI_MODULE_PERL_OWN_STACK_H

#include "module/common/mehari.h"

/*
 * Calls code with nargs arguments and call_sv()'s flags. Returns its value, a
 * temporary, or NULL if the flags want none or the code has failed. Without
 * G_EVAL the caller gets what the code throws. Code that calls itself in this
 * way without end dies, because the C stack has an end.
 */
SV *mh_call_apart(pTHX_ SV *code, SV **args, int nargs, I32 flags);

#endif
