/*
 * env.h - the environment that a PSGI application gets for a request.
 */
#ifndef MEHARI_MODULE_PSGI_ENV_H
#define MEHARI_MODULE_PSGI_ENV_H

#include "module/common/mehari.h"

/* Fills it in. Croaks when the body of the request cannot be read. */
void mh_psgi_environment(pTHX_ HV *env, request_rec *r);

#endif
