/*
 * application.h - one request of an application of PSGI, from the call to the
 * end of its response.
 */
#ifndef MEHARI_MODULE_PSGI_APPLICATION_H
#define MEHARI_MODULE_PSGI_APPLICATION_H

#include "module/common/mehari.h"

/*
 * Defines the functions that lib/Mehari/PSGI.pm has of C, of the request that
 * is served: serve_request(), head(RESPONSE), strings(BODY).
 */
void mh_psgi_boot(pTHX);

#endif
