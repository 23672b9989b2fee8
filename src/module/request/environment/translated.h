/*
 * translated.h - $ENV{PATH_TRANSLATED}, looked up when it is read.
 */
#ifndef MEHARI_MODULE_REQUEST_ENVIRONMENT_TRANSLATED_H
#define MEHARI_MODULE_REQUEST_ENVIRONMENT_TRANSLATED_H

#include "module/common/mehari.h"

struct mh_context;

/* Puts an element into hash whose value is made by the first read. */
void mh_environment_translated_put(pTHX_ HV *hash, struct mh_context *context);

/* Makes the value now, if the element in hash is still waiting for it. */
void mh_environment_translated_make(pTHX_ HV *hash);

/* The request is over: an element that somebody kept gets no value. */
void mh_environment_translated_end(void);

#endif
