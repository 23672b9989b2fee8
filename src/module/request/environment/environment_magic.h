/*
 * environment_magic.h - notices what Perl code writes to %ENV.
 */
#ifndef MEHARI_MODULE_REQUEST_ENVIRONMENT_ENVIRONMENT_MAGIC_H
#define MEHARI_MODULE_REQUEST_ENVIRONMENT_ENVIRONMENT_MAGIC_H

#include "module/common/mehari.h"

/* While it is true we are writing, not Perl code. */
extern bool mh_environment_quiet;

/* Puts the magic on a body of %ENV, to be copied to its elements. */
void mh_environment_magic_add(pTHX_ HV *hash);

/*
 * Called when Perl code has changed %ENV, or has added an element, maybe
 * without a value yet. Both functions are in environment.c, which knows the
 * request that has %ENV.
 */
void mh_environment_written(pTHX);
void mh_environment_added(pTHX);

#endif
