/*
 * worker.h - a process of a pool that answers requests with Perl, one after
 * the other.
 *
 * It is httpd itself, with this module and a configuration that the gateway
 * has written (src/gateway/worker_config.h), started by the pool's manager as
 * the pool's user. Where httpd would open its ports, it becomes the *worker
 * base* instead: Perl has started, modules are loaded, and from then on it
 * forks workers as its manager orders. Everything in this folder runs there,
 * but for pack.h, fields.h and place.h, which httpd uses as well.
 */
#ifndef MEHARI_WORKER_WORKER_H
#define MEHARI_WORKER_WORKER_H

#include "../mehari.h"
#include "worker/descriptors.h"

/* Is this process a base or a worker? */
bool mh_worker_is(void);

/* The configuration is about to be read: before anything is opened. */
void mh_worker_prepare(void);
/* Takes the hooks; in a base one of them does not come back. */
void mh_worker_register(void);

#endif
