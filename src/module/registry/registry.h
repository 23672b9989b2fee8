/*
 * registry.h - the short way of a Registry script.
 *
 * ModPerl::RegistryCooker says in Perl what happens to a script. Often a script
 * is compiled and unchanged, and its class overrides none of the steps. Then
 * four steps remain: find the script, compare its date, check whether it may
 * run, and call it. These four are done here, in C. Everything else (first
 * request, changed file, DATA, END, an own class) takes the way through Perl.
 */
#ifndef MEHARI_MODULE_REGISTRY_REGISTRY_H
#define MEHARI_MODULE_REGISTRY_REGISTRY_H

#include "module/common/mehari.h"

struct mh_context;

/* Per interpreter. */
void mh_registry_boot(pTHX);
void mh_registry_end(void);

/*
 * Answers the request for the handler class `class` when its script is ready.
 * True with *status when that was done; false when Perl must do it. `handler`
 * is the class's handler method.
 */
bool mh_registry_answer(pTHX_ struct mh_context *context, SV *class,
                        CV *handler, int *status);

#endif
