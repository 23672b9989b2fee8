/*
 * cgi_handler.h - SetHandler perl-cgi: a script runs in a pool, as under
 * mod_cgi. And PerlCgiScripts, which takes over mod_cgi's scripts. Runs in
 * httpd's children.
 */
#ifndef MEHARI_MODULE_GATEWAY_CGI_CGI_HANDLER_H
#define MEHARI_MODULE_GATEWAY_CGI_CGI_HANDLER_H

#include <stdbool.h>

#include "module/common/httpd_headers.h"

#define MH_CGI_HANDLER "perl-cgi"

/* True if Options ExecCGI or a ScriptAlias permits to run the file. */
bool mh_cgi_may_execute(request_rec *r);

/* True if mod_cgi or mod_cgid would run r, by its handler or its type. */
bool mh_cgi_is_script(const request_rec *r);

int mh_cgi_handler(request_rec *r);

/* PerlCgiScripts: gives mod_cgi's scripts to perl-cgi. A fixup. */
int mh_cgi_take_over(request_rec *r);

#endif
