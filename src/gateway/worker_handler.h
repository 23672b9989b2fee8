/*
 * worker_handler.h - perl-script and modperl where PerlUsePool names a pool: a
 * worker of it answers.
 */
#ifndef MEHARI_GATEWAY_WORKER_HANDLER_H
#define MEHARI_GATEWAY_WORKER_HANDLER_H

#include "gateway/gateway.h"

/* A hook, in front of the one that runs Perl here. */
int mh_worker_handler(request_rec *r);

/* Do the handlers of the last phases of r run in a worker? */
bool mh_worker_serves(const request_rec *r);

#endif
