/*
 * worker_message.h - a request as a worker is told of it.
 */
#ifndef MEHARI_GATEWAY_WORKER_MESSAGE_H
#define MEHARI_GATEWAY_WORKER_MESSAGE_H

#include "gateway/request_message.h"

/*
 * 0, or an errno and *why: it cannot go to a worker, or what that needs has run
 * out. The caller closes memory.
 */
int mh_worker_message(request_rec *r, mh_request_message_t *message,
                      const char **why);

#endif
