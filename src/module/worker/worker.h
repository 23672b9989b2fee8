/*
 * worker.h - a process of a pool that answers requests with Perl, one after
 * the other.
 *
 * It is httpd itself, with this module and a configuration that the gateway has
 * written (src/module/gateway/pools/worker_config.h), started by the pool's
 * manager as the pool's user. When httpd would open its ports, this process
 * becomes the *worker base* instead: Perl has started, modules are loaded, and
 * from then on it forks workers as its manager orders. Everything in this
 * folder runs there, but for pack.h, fields.h and dir_context.h, which httpd
 * uses as well.
 */
#ifndef MEHARI_MODULE_WORKER_WORKER_H
#define MEHARI_MODULE_WORKER_WORKER_H

#include "module/common/httpd_headers.h"
#include "shared/wire/wire.h"
#include "shared/worker_descriptors.h"

/* Called before the configuration is read, and anything is opened. */
void mh_module_worker_prepare(void);
/* Registers the hooks; in a base one of them does not return. */
void mh_module_worker_register(void);

/* --- inside this folder --- */

/*
 * The life of one worker in its new process: its requests, and its end at the
 * recycle limits. order: the manager's order for it; requests: the channel of
 * its requests. Does not return.
 */
void mh_serve(server_rec *s, apr_pool_t *pconf, const mh_wire_message_t *order,
              int requests) __attribute__((noreturn));

/*
 * A duplicate, which a program does not inherit, with a high number, above
 * those that Perl code opens: programs that close or count low ones do not
 * touch it. -1 and errno.
 */
int mh_set_aside(int fd);

/*
 * reload=on: reports the files in %INC to the manager, which watches them, if
 * there are more than at the last report. When one changes, the manager starts
 * a new base. since: a time before the new ones were read.
 */
void mh_sources_tell(int channel, apr_time_t since);

/* Log lines are sent with the request to httpd, which writes them; outside of
 * requests to the manager. */
void mh_module_worker_log_register(void);

#endif
