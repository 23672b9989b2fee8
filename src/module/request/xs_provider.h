/*
 * xs_provider.h - providers of authentication that XS modules register.
 *
 * Apache::AuthenHook gives httpd functions of its own that run Perl, and httpd
 * calls them in any thread and for any host. Our functions take their place,
 * and call the module's when the request has its interpreter. Runs while the
 * configuration is read.
 */
#ifndef MEHARI_MODULE_REQUEST_XS_PROVIDER_H
#define MEHARI_MODULE_REQUEST_XS_PROVIDER_H

#include "module/common/mehari.h"

/*
 * Puts ours in place of the providers that the Perl code run so far may have
 * registered.
 */
void mh_xs_providers_adopt(pTHX);

#endif
