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

#include "module/common/mehari.h"
#include "shared/worker_descriptors.h"

/* Called before the configuration is read, and anything is opened. */
void mh_module_worker_prepare(void);
/* Registers the hooks; in a base one of them does not return. */
void mh_module_worker_register(void);

#endif
