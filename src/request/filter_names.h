/*
 * filter_names.h - PerlSetInputFilter and PerlSetOutputFilter: httpd's own
 * filters, by name, for the requests of a directory. No Perl runs here.
 */
#ifndef MEHARI_REQUEST_FILTER_NAMES_H
#define MEHARI_REQUEST_FILTER_NAMES_H

#include "../mehari.h"

/* The directives; names are separated by ';'. */
const char *mh_filter_names_input(cmd_parms *cmd, void *dir, const char *names);
const char *mh_filter_names_output(cmd_parms *cmd, void *dir,
                                   const char *names);

/* Take httpd's hook that puts filters into a request. */
void mh_filter_names_register(void);

#endif
