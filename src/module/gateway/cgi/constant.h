/*
 * constant.h - the variables of a request's environment that are the same for
 * all requests there.
 *
 * A zygote, which compiles a script for many requests, is given these and no
 * others. So each value comes from the configuration or from httpd, byte for
 * byte. Values that a client sends, or that are computed from such values
 * (SetEnvIf, RewriteRule), are not among them. Runs in httpd's children.
 */
#ifndef MEHARI_MODULE_GATEWAY_CGI_CONSTANT_H
#define MEHARI_MODULE_GATEWAY_CGI_CONSTANT_H

#include "httpd.h"

/*
 * Their names (const char *), in the request's pool. subprocess_env is
 * complete.
 */
apr_array_header_t *mh_constant_names(request_rec *r);

#endif
