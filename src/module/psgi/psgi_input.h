/*
 * psgi_input.h - psgi.input.
 */
#ifndef MEHARI_MODULE_PSGI_PSGI_INPUT_H
#define MEHARI_MODULE_PSGI_PSGI_INPUT_H

#include "module/common/mehari.h"

/* The same with psgix.input.buffered. Croaks when the body cannot be read. */
void mh_psgi_put_input(pTHX_ HV *env, request_rec *r);

/* Once per interpreter. */
void mh_psgi_input_boot(void);

#endif
