/*
 * filter_names.h - PerlSetInputFilter and PerlSetOutputFilter: httpd's own
 * filters, by name, in one list with the Perl filters. No Perl is needed for
 * them.
 */
#ifndef MEHARI_MODULE_FILTER_FILTER_NAMES_H
#define MEHARI_MODULE_FILTER_FILTER_NAMES_H

#include "module/common/mehari.h"

/* The directives; names are separated by ';'. */
const char *mh_filter_names_input(cmd_parms *cmd, void *dir, const char *names);
const char *mh_filter_names_output(cmd_parms *cmd, void *dir,
                                   const char *names);

#endif
