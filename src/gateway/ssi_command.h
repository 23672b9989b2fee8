/*
 * ssi_command.h - a command of the shell in a page of mod_include, run by the
 * pool that would run a script in the page's place.
 */
#ifndef MEHARI_GATEWAY_SSI_COMMAND_H
#define MEHARI_GATEWAY_SSI_COMMAND_H

#include "gateway/gateway.h"

/*
 * f: the filter of the page. What the command writes goes behind what is in
 * bb, some of which is passed on when it is much. NULL, or why it failed.
 */
const char *mh_ssi_command(ap_filter_t *f, apr_bucket_brigade *bb,
                           const char *command);

#endif
