/*
 * gateway.h - the words that every unit of the gateway shares: httpd's side of
 * the pools.
 *
 * Nothing here knows Perl: a request for a script of a pool never meets an
 * interpreter in httpd. Everything runs in threads of httpd's children, unless
 * a header says that it is the parent's.
 */
#ifndef MEHARI_MODULE_GATEWAY_GATEWAY_H
#define MEHARI_MODULE_GATEWAY_GATEWAY_H

#include "module/common/httpd_headers.h"

/* Called by module.c, in the order of httpd's life. */
void mh_gateway_register(void);
/* Resets the list of pools before the configuration is read. */
void mh_gateway_reset(apr_pool_t *pconf);
/* Parent: checks the configuration. NULL, or the error. */
const char *mh_gateway_check(server_rec *s, apr_pool_t *pconf);
/* Parent: starts the managers. NULL, or an error. */
const char *mh_gateway_start(server_rec *s, apr_pool_t *pconf);
void mh_gateway_child(apr_pool_t *pchild);
/* Drops all our sockets in a process that a child of httpd has forked. */
void mh_gateway_forked(void (*drop)(int fd));

#endif
