/*
 * cgi_variables.h - CGI's variables in r->subprocess_env.
 *
 * httpd makes them (ap_add_common_vars, ap_add_cgi_vars). If there is a
 * PATH_INFO, httpd also makes PATH_TRANSLATED, by a subrequest with all its
 * phases. That is a third of the cost of a small handler, for a variable that
 * hardly any program reads. So we make this variable when it is read.
 */
#ifndef MEHARI_MODULE_REQUEST_ENVIRONMENT_CGI_VARIABLES_H
#define MEHARI_MODULE_REQUEST_ENVIRONMENT_CGI_VARIABLES_H

#include "module/common/mehari.h"

/* Adds all but PATH_TRANSLATED. True if PATH_TRANSLATED is still to come. */
bool mh_cgi_variables_add(request_rec *r);

/* Adds PATH_TRANSLATED, unless somebody has set it. Its value, or NULL. */
const char *mh_cgi_variables_translate(request_rec *r);

#endif
