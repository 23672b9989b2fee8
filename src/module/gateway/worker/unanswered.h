/*
 * unanswered.h - a file under SetHandler perl-script or modperl that no handler
 * takes, or a script of mod_cgi without mod_cgi. httpd would send it as it is,
 * as under mod_perl: a program's source, with its passwords, to anybody. Runs
 * in httpd's children.
 */
#ifndef MEHARI_MODULE_GATEWAY_WORKER_UNANSWERED_H
#define MEHARI_MODULE_GATEWAY_WORKER_UNANSWERED_H

#include <stdbool.h>

#include "module/common/httpd_headers.h"

/*
 * True if neither the configuration nor an earlier phase has named a handler
 * for r.
 */
bool mh_unanswered_is(request_rec *r);

/*
 * A handler has declined r. HTTP_FORBIDDEN, with a line in the log, if its file
 * is a program; else DECLINED, and httpd may send it.
 */
int mh_unanswered_declined(request_rec *r);

/*
 * Called before the first child is forked, because all children share a note.
 */
void mh_unanswered_start(apr_pool_t *pconf);

/* Adds the last function of the handler hook but httpd's own. */
void mh_unanswered_register(void);

#endif
