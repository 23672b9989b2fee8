/*
 * handler.h - SetHandler perl-psgi: the handler modperl with the application of
 * PerlPsgiApp, which lib/Mehari/PSGI.pm calls.
 */
#ifndef MEHARI_MODULE_PSGI_HANDLER_H
#define MEHARI_MODULE_PSGI_HANDLER_H

#include "module/config/config.h"

#define MH_PSGI_CLASS "Mehari::PSGI"

void mh_psgi_register(void);

/* Is the response an application's? */
bool mh_psgi_is(const request_rec *r);

#endif
