/*
 * request_message.h - the message REQUEST to a manager. Runs in httpd's
 * children.
 */
#ifndef MEHARI_MODULE_GATEWAY_PROCESS_REQUEST_MESSAGE_H
#define MEHARI_MODULE_GATEWAY_PROCESS_REQUEST_MESSAGE_H

#include "module/common/httpd_headers.h"
#include "module/gateway/pools/pool_config.h"
#include "module/gateway/pools/script_lease.h"
#include "shared/ledger.h"
#include "shared/wire/wire.h"

typedef struct mh_request_message_t {
    char *data; /* a REQUEST, in the request's pool */
    size_t size;
    uint32_t id;            /* unique in this process of httpd */
    mh_ledger_place_t note; /* of a REQUEST */
    mh_lease_key_t key;     /* of a REQUEST */
    bool body;              /* for a worker: the request has a body */
    int memory; /* descriptor of an environment that did not fit, or -1 */
} mh_request_message_t;

/*
 * Makes the message of a request whose subprocess_env is complete. False and
 * errno: it cannot be made. The caller closes memory.
 */
bool mh_request_message(request_rec *r, const mh_pool_t *pool,
                        mh_request_message_t *message);

/* The same for a shell command in a page of mod_include. */
bool mh_request_message_command(request_rec *r, const mh_pool_t *pool,
                                const char *command,
                                mh_request_message_t *message);

/* Sets how a REQUEST with a key is sent. A new one says: to the manager. */
void mh_request_message_lease(mh_request_message_t *message,
                              mh_wire_lease_e lease);

/* An id that no other request of this process has. */
uint32_t mh_request_message_id(void);

#endif
