/*
 * process.h - limits of httpd's own children that have Perl: PerlSizeLimit,
 * PerlResourceLimit; and by how much they grow, for what (growth.h).
 *
 * A pool has the same by its keys. Nothing here is for a process without Perl:
 * under a threaded MPM only resources are limited.
 */
#ifndef MEHARI_LIMIT_PROCESS_H
#define MEHARI_LIMIT_PROCESS_H

#include "../mehari.h"

/* Called by module.c: before the configuration, parent, child. */
void mh_process_limits_reset(void);
void mh_process_limits_start(server_rec *s);
void mh_process_limits_child(server_rec *s);
void mh_process_limits_register(void);

/* Script or handler: what a request's growth is written to. From r->pool. */
const char *mh_process_what(request_rec *r);

/* A child of httpd or a worker ends for its size: says so, and for what. */
void mh_process_say_end(request_rec *r, const char *why);

/* A child of prefork ends when the request has: as in a graceful restart. */
void mh_process_end(request_rec *r);

/* For the table of directives. */
const char *mh_process_set_size(cmd_parms *cmd, void *dir, const char *word);
const char *mh_process_set_resource(cmd_parms *cmd, void *dir,
                                    const char *word);

#endif
