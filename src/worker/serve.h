/*
 * serve.h - the life of one worker: its requests, and when it has had enough.
 */
#ifndef MEHARI_WORKER_SERVE_H
#define MEHARI_WORKER_SERVE_H

#include "../mehari.h"
#include "wire/wire.h"

/*
 * In the new process. order: what the manager said when it ordered it;
 * requests: where they come from. Does not come back.
 */
void mh_serve(server_rec *s, apr_pool_t *pconf, const mh_wire_message_t *order,
              int requests) __attribute__((noreturn));

#endif
