/*
 * tie.h - %ENV tied to a class that builds it at the first look.
 */
#ifndef MEHARI_MODULE_REQUEST_ENVIRONMENT_TIE_H
#define MEHARI_MODULE_REQUEST_ENVIRONMENT_TIE_H

#include "module/common/mehari.h"

/*
 * Prepares env. builder() is called, with the hash untied, when anything looks
 * at it. Once per interpreter.
 */
void mh_environment_tie_boot(pTHX_ HV *env, void (*builder)(pTHX));

/* Tie and untie: a pointer moves, nothing is allocated. */
void mh_environment_tie(pTHX);
void mh_environment_untie(pTHX);

#endif
