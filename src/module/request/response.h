/*
 * response.h - SetHandler modperl and SetHandler perl-script, and for
 * SetHandler perl-psgi (module/psgi/psgi_handler.h) what it shares with them.
 */
#ifndef MEHARI_MODULE_REQUEST_RESPONSE_H
#define MEHARI_MODULE_REQUEST_RESPONSE_H

#include "module/request/response_maker.h"

/* Takes httpd's handler hook. Called once, when the module is registered. */
void mh_response_register(void);

/* Answers r, whose handler is one of the three. */
int mh_response_run(request_rec *r);

#endif
