/*
 * psgi_handler.h - SetHandler perl-psgi: as SetHandler modperl, with
 * Mehari::PSGI as the handler, for the application of PerlPsgiApp.
 */
#ifndef MEHARI_MODULE_PSGI_PSGI_HANDLER_H
#define MEHARI_MODULE_PSGI_PSGI_HANDLER_H

#include "module/config/config.h"

#define MH_PSGI_CLASS "Mehari::PSGI"

void mh_psgi_register(void);

/* True if there is an application for r. */
bool mh_psgi_is(const request_rec *r);
/* True if the handler of r is perl-psgi and no application is configured. */
bool mh_psgi_lacks_app(const request_rec *r);

#endif
