/*
 * worker_message.h - the message with a request for a worker. Runs in httpd's
 * children.
 */
#ifndef MEHARI_MODULE_GATEWAY_WORKER_WORKER_MESSAGE_H
#define MEHARI_MODULE_GATEWAY_WORKER_WORKER_MESSAGE_H

#include "module/gateway/process/request_message.h"

/*
 * headers: the request's before its body was read. 0, or an errno and *why: the
 * request cannot be sent to a worker, or a resource has run out. The caller
 * closes memory.
 */
int mh_gateway_worker_message(request_rec *r, apr_table_t *headers,
                              mh_request_message_t *message, const char **why);

#endif
