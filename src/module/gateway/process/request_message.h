/*
 * request_message.h - the message with which a request goes to a manager:
 * REQUEST, for a script (cgi/script_message.h) or a worker
 * (worker/worker_message.h). Runs in httpd's children.
 */
#ifndef MEHARI_MODULE_GATEWAY_PROCESS_REQUEST_MESSAGE_H
#define MEHARI_MODULE_GATEWAY_PROCESS_REQUEST_MESSAGE_H

#include "module/common/httpd_headers.h"
#include "module/gateway/pools/pool_config.h"
#include "module/gateway/pools/script_lease.h"
#include "shared/ledger.h"
#include "shared/wire/wire.h"

typedef struct mh_request_message_t {
    char *data; /* in the request's pool */
    size_t size;
    uint32_t id;            /* unique in this process of httpd */
    mh_ledger_place_t note; /* of a script's */
    mh_lease_key_t key;     /* of a script's */
    bool body;              /* the request may have a body */
    int memory; /* descriptor of an environment that did not fit, or -1 */
} mh_request_message_t;

/*
 * Sets how a REQUEST with a key is sent; by default it is sent to the manager.
 */
void mh_request_message_lease(mh_request_message_t *message,
                              mh_wire_lease_e lease);

/* An id that no other request of this process has. */
uint32_t mh_request_message_id(void);

#endif
