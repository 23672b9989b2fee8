/*
 * lines.h - in a worker, configuration lines that a handler adds to its
 * request.
 *
 * A worker has the directives of the core and of this module. AuthType and
 * AuthName are facts of the request there, and an ErrorDocument takes effect in
 * httpd, as $r->custom_response does.
 */
#ifndef MEHARI_MODULE_WORKER_LINES_H
#define MEHARI_MODULE_WORKER_LINES_H

#include "module/common/mehari.h"

/*
 * Takes the lines out of *tree that are facts of the request. NULL, or a
 * sentence about *foreign, whose directive only httpd has. Outside of a worker
 * it does nothing.
 */
const char *mh_lines_take(request_rec *r, ap_directive_t **tree,
                          const ap_directive_t **foreign);

/* Sends the ErrorDocuments of tree, which r->per_dir_config has, with the
 * answer. */
void mh_lines_send(request_rec *r, const ap_directive_t *tree);

#endif
