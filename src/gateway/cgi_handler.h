/*
 * cgi_handler.h - SetHandler perl-cgi: a script runs in a pool, and cannot
 * tell that from mod_cgi. And PerlCgiScripts, which takes over mod_cgi's.
 */
#ifndef MEHARI_GATEWAY_CGI_HANDLER_H
#define MEHARI_GATEWAY_CGI_HANDLER_H

#include "gateway/gateway.h"

int mh_cgi_handler(request_rec *r);

/* PerlCgiScripts: what mod_cgi would run becomes perl-cgi's. A fixup. */
int mh_cgi_take_over(request_rec *r);

#endif
