/*
 * constant.h - which variables of a request's environment are the same for all
 * requests there.
 *
 * What compiles a script for many requests is given these and no others. So
 * each is what the configuration says, or httpd itself, byte for byte: nothing
 * that a client sends, or that is computed from it (SetEnvIf, RewriteRule), has
 * a place among them. Runs in httpd's children.
 */
#ifndef MEHARI_GATEWAY_CONSTANT_H
#define MEHARI_GATEWAY_CONSTANT_H

#include "httpd.h"

/*
 * Their names (const char *), in the request's pool. subprocess_env is
 * complete.
 */
apr_array_header_t *mh_constant_names(request_rec *r);

#endif
