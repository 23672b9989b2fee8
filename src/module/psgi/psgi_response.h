/* psgi_response.h - passes the response of an application to httpd. */
#ifndef MEHARI_MODULE_PSGI_PSGI_RESPONSE_H
#define MEHARI_MODULE_PSGI_PSGI_RESPONSE_H

#include "module/common/mehari.h"

struct mh_context;

/*
 * Status and headers of an array of PSGI. The body, or NULL: it has none. All
 * of this croaks when the application has returned something else.
 */
SV *mh_psgi_head(pTHX_ struct mh_context *context, SV *response);

/*
 * The bytes of a string of an application: one for each character, or UTF-8 if
 * there are characters above 255 in it, which PSGI forbids.
 */
const char *mh_psgi_bytes(pTHX_ SV *sv, STRLEN *length);

/* The strings of an array. */
void mh_psgi_strings(pTHX_ struct mh_context *context, AV *strings);

#endif
