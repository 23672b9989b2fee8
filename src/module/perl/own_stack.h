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
 * Call code with nargs arguments and call_sv()'s flags. Returns its value, a
 * temporary, or NULL when the flags want none or it has failed. Without G_EVAL
 * what it throws is the caller's. Code that never comes to an end of calling
 * itself in this way dies, as the C stack has one.
 */
SV *mh_call_apart(pTHX_ SV *code, SV **args, int nargs, I32 flags);

#endif
