/*
 * gateway.h - the words that every unit of the gateway shares: httpd's side of
 * the pools.
 *
 * Nothing here knows Perl: a request for a script of a pool never meets an
 * interpreter in httpd. Everything runs in threads of httpd's children, unless
 * a header says that it is the parent's.
 */
#ifndef MEHARI_GATEWAY_H
#define MEHARI_GATEWAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "httpd.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "ap_mpm.h"
#include "apr_buckets.h"
#include "apr_lib.h"
#include "apr_strings.h"
#include "apr_tables.h"
#include "util_filter.h"
#include "util_script.h"

/* As mehari.h has it, which the units that know no Perl do not include. */
#ifndef MEHARI_H
extern __attribute__((visibility("default"))) module perl_module;

APLOG_USE_MODULE(perl);
#endif

#define MH_CGI_HANDLER "perl-cgi"

/* Called by module.c, in the order of httpd's life. */
void mh_gateway_register(void);
/* The configuration is about to be read. */
void mh_gateway_reset(apr_pool_t *pconf);
/* Parent: it has been read. NULL, or what is wrong with it. */
const char *mh_gateway_check(server_rec *s, apr_pool_t *pconf);
/* Parent: starts the managers. NULL, or why it cannot. */
const char *mh_gateway_start(server_rec *s, apr_pool_t *pconf);
void mh_gateway_child(apr_pool_t *pchild);
/* A process that a child of httpd has forked off: all our sockets, dropped. */
void mh_gateway_forked(void (*drop)(int fd));

#endif
