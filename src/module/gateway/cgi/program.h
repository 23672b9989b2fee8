/*
 * program.h - tells programs, whose source no client may read, from other
 * files. Runs in httpd, for a file that httpd is about to send as it is.
 */
#ifndef MEHARI_MODULE_GATEWAY_CGI_PROGRAM_H
#define MEHARI_MODULE_GATEWAY_CGI_PROGRAM_H

#include <stdbool.h>

#include "module/common/httpd_headers.h"

/*
 * True if r->filename is a program: by ScriptAlias, its type, its name, its
 * first two bytes, or its execute bit. nameless: also if httpd knows neither
 * its type nor its extension. False if it is no file or cannot be opened,
 * because httpd does not send it.
 */
bool mh_program_is(request_rec *r, bool nameless);

#endif
