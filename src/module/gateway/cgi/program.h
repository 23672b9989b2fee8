/*
 * program.h - is a file a program, whose source no client may read? Runs in
 * httpd, for a file that httpd is about to send as it is.
 */
#ifndef MEHARI_MODULE_GATEWAY_CGI_PROGRAM_H
#define MEHARI_MODULE_GATEWAY_CGI_PROGRAM_H

#include <stdbool.h>

#include "module/common/httpd_headers.h"

/*
 * Is r->filename a program? By ScriptAlias, its type, its name, its first two
 * bytes, or its execute bit. nameless: so is what has neither a type nor an
 * extension that httpd knows. False for what is no file, or cannot be opened:
 * httpd does not send it.
 */
bool mh_program_is(request_rec *r, bool nameless);

#endif
