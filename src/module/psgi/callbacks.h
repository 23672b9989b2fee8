/*
 * callbacks.h - functions that an application calls: psgi.errors, psgix.logger,
 * psgix.informational. The functions are the same for all requests, and act on
 * the request that is served.
 */
#ifndef MEHARI_MODULE_PSGI_CALLBACKS_H
#define MEHARI_MODULE_PSGI_CALLBACKS_H

#include "module/common/mehari.h"

void mh_psgi_put_callbacks(pTHX_ HV *env);

/* Once per interpreter. */
void mh_psgi_callbacks_boot(pTHX);

#endif
