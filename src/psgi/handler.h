/*
 * handler.h - SetHandler perl-psgi: the handler modperl with the application of
 * PerlPsgiApp, which lib/Mehari/PSGI.pm calls.
 */
#ifndef MEHARI_PSGI_HANDLER_H
#define MEHARI_PSGI_HANDLER_H

#include "../mehari.h"

/* PerlPsgiApp, and where it was said: sections inside that one inherit it. */
typedef struct {
    const char *file;  /* what the application is known by; NULL: none */
    const char *mount; /* the container's argument, "" at server level */
    bool unmapped;
} mh_psgi_dir_t;

#define MH_PSGI_CLASS "Mehari::PSGI"

void mh_psgi_register(void);

/* Is the response an application's? */
bool mh_psgi_is(const request_rec *r);

#endif
