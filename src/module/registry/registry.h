/*
 * registry.h - the short way of a Registry script.
 *
 * ModPerl::RegistryCooker says in Perl what happens to a script. When the
 * class overrides nothing of what happens to a script that is compiled and
 * unchanged, all that remains is to find it, to compare its date, to look
 * whether it may be run, and to call it: that is done here. Everything else
 * (first request, changed file, DATA, END, an own class) takes the way through
 * Perl.
 */
#ifndef MEHARI_MODULE_REGISTRY_REGISTRY_H
#define MEHARI_MODULE_REGISTRY_REGISTRY_H

#include "module/common/mehari.h"

struct mh_context;

/* Per interpreter. */
void mh_registry_boot(pTHX);
void mh_registry_end(void);

/*
 * Answer the request for the handler class `class` when its script is ready.
 * True with *status when that was done; false when Perl must do it. `handler`
 * is the class's handler method.
 */
bool mh_registry_answer(pTHX_ struct mh_context *context, SV *class,
                        CV *handler, int *status);

#endif
