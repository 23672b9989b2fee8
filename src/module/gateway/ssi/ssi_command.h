/*
 * ssi_command.h - a command of the shell in a page of mod_include, run by the
 * pool that would run a script in the page's place. Runs in httpd's children.
 */
#ifndef MEHARI_MODULE_GATEWAY_SSI_SSI_COMMAND_H
#define MEHARI_MODULE_GATEWAY_SSI_SSI_COMMAND_H

#include "module/common/httpd_headers.h"

/*
 * f: the filter of the page. The command's output is appended to bb, and
 * some of bb is passed on when it is large. NULL, or why it failed.
 */
const char *mh_ssi_command(ap_filter_t *f, apr_bucket_brigade *bb,
                           const char *command);

#endif
