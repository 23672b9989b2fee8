/*
 * worker_handler.h - perl-script and modperl where PerlUsePool names a pool: a
 * worker of that pool answers. Runs in httpd's children.
 */
#ifndef MEHARI_MODULE_GATEWAY_WORKER_WORKER_HANDLER_H
#define MEHARI_MODULE_GATEWAY_WORKER_WORKER_HANDLER_H

#include "module/common/httpd_headers.h"

/* A hook, before the one that runs Perl in httpd. */
int mh_gateway_worker_handler(request_rec *r);

/* True if the handlers of the last phases of r run in a worker. */
bool mh_gateway_worker_serves(const request_rec *r);

#endif
