/*
 * serve.h - the life of one worker: its requests, and its end at the recycle
 * limits.
 */
#ifndef MEHARI_MODULE_WORKER_SERVE_H
#define MEHARI_MODULE_WORKER_SERVE_H

#include "module/common/mehari.h"
#include "shared/wire/wire.h"

/*
 * Serves in the new process. order: the manager's order for it; requests: the
 * channel of its requests. Does not return.
 */
void mh_serve(server_rec *s, apr_pool_t *pconf, const mh_wire_message_t *order,
              int requests) __attribute__((noreturn));

#endif
