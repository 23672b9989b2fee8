/*
 * process_limits.h - limits of httpd's own children that have Perl:
 * PerlSizeLimit, PerlResourceLimit; and their growth, by request (growth.h).
 *
 * A pool has the same by its keys. A process without Perl is never limited.
 * Under a threaded MPM only PerlResourceLimit applies.
 */
#ifndef MEHARI_MODULE_LIFE_PROCESS_LIMITS_H
#define MEHARI_MODULE_LIFE_PROCESS_LIMITS_H

#include "module/common/mehari.h"

/* Called by module.c: before the configuration, in the parent, in a child. */
void mh_process_limits_reset(void);
void mh_process_limits_start(server_rec *s);
void mh_process_limits_child(server_rec *s);
void mh_process_limits_register(void);

/* Script or handler by which a request's growth is counted. From r->pool. */
const char *mh_process_limits_what(request_rec *r);

/* Logs that a child of httpd or a worker ends for its size, and the request
 * that made it grow. */
void mh_process_limits_say_end(request_rec *r, const char *why);

/* Functions for the table of directives. */
const char *mh_process_limits_set_size(cmd_parms *cmd, void *dir,
                                       const char *word);
const char *mh_process_limits_set_resource(cmd_parms *cmd, void *dir,
                                           const char *word);

#endif
