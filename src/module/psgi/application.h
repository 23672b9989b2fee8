/*
 * application.h - one request of an application of PSGI, from the call to the
 * end of its response.
 */
#ifndef MEHARI_MODULE_PSGI_APPLICATION_H
#define MEHARI_MODULE_PSGI_APPLICATION_H

#include "module/common/mehari.h"

/*
 * Defines the C functions of lib/Mehari/PSGI.pm, which are about the present
 * request: serve_request(), head(RESPONSE), strings(BODY).
 */
void mh_psgi_boot(pTHX);

#endif
