/*
 * xs_provider.h - providers of authentication that XS modules register.
 *
 * Apache::AuthenHook gives httpd functions of its own that run Perl, and httpd
 * calls them in any thread and for any host. Ours take their place, and call
 * them when the request has its interpreter. While the configuration is read.
 */
#ifndef MEHARI_MODULE_REQUEST_XS_PROVIDER_H
#define MEHARI_MODULE_REQUEST_XS_PROVIDER_H

#include "module/common/mehari.h"

/* Perl code has run that may have registered some. */
void mh_xs_providers_adopt(pTHX);

#endif
