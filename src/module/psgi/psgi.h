/*
 * psgi.h - one request of an application of PSGI, from the call to the end of
 * its response: the interface between the files of this folder.
 */
#ifndef MEHARI_MODULE_PSGI_PSGI_H
#define MEHARI_MODULE_PSGI_PSGI_H

#include "module/common/mehari.h"

/*
 * Defines the C functions of lib/Mehari/PSGI.pm, which are about the present
 * request: serve_request(), head(RESPONSE), strings(BODY).
 */
void mh_psgi_boot(pTHX);

/* Fills in the environment. Croaks when the body of the request cannot be
 * read. */
void mh_psgi_environment(pTHX_ HV *env, request_rec *r);

/* psgi.input, with psgix.input.buffered. Croaks when the body cannot be read.
 */
void mh_psgi_put_input(pTHX_ HV *env, request_rec *r);
/*
 * Functions that an application calls: psgi.errors, psgix.logger,
 * psgix.informational. They are the same for all requests, and act on the
 * request that is served.
 */
void mh_psgi_put_callbacks(pTHX_ HV *env);

/* Once per interpreter. */
void mh_psgi_input_boot(void);
void mh_psgi_callbacks_boot(pTHX);

#endif
