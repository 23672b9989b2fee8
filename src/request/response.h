/*
 * response.h - SetHandler modperl and SetHandler perl-script.
 */
#ifndef MEHARI_REQUEST_RESPONSE_H
#define MEHARI_REQUEST_RESPONSE_H

/* Take httpd's handler hook. Called once, when the module is registered. */
#include "../mehari.h"

void mh_response_register(void);

/* In a worker: answers r, whose handler is one of the two. */
int mh_response_run(request_rec *r);

#endif
