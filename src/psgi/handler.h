/*
 * handler.h - SetHandler perl-psgi: the handler modperl with the application of
 * PerlPsgiApp, which lib/Mehari/PSGI.pm calls.
 */
#ifndef MEHARI_PSGI_HANDLER_H
#define MEHARI_PSGI_HANDLER_H

#include "../mehari.h"

/*
 * What the application is known by, and where it was said: PerlSetVar of ours,
 * which a <Location> inside that one inherits.
 */
#define MH_PSGI_VARIABLE "mehari.psgi"
#define MH_PSGI_MOUNT "mehari.psgi.mount"
#define MH_PSGI_UNMAPPED "mehari.psgi.unmapped"
#define MH_PSGI_CLASS "Mehari::PSGI"

void mh_psgi_register(void);

/* Is the response an application's? */
bool mh_psgi_is(const request_rec *r);

#endif
