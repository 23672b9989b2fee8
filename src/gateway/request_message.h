/*
 * request_message.h - what the manager is told of a request.
 */
#ifndef MEHARI_GATEWAY_REQUEST_MESSAGE_H
#define MEHARI_GATEWAY_REQUEST_MESSAGE_H

#include "gateway/gateway.h"
#include "wire/wire.h"

typedef struct mh_request_message_t {
    char *data; /* a REQUEST, in the request's pool */
    size_t size;
    uint32_t id; /* no other request of this process has it */
    bool body;   /* for a worker: there is one */
    int memory;  /* descriptor of the environment that did not fit, or -1 */
} mh_request_message_t;

/*
 * Of a request whose subprocess_env is complete. False and errno: it cannot be
 * made. The caller closes memory.
 */
bool mh_request_message(request_rec *r, mh_request_message_t *message);

/* The same, of a command for the shell in a page of mod_include. */
bool mh_request_message_command(request_rec *r, const char *command,
                                mh_request_message_t *message);

/* No other request of this process has it. */
uint32_t mh_request_message_id(void);

/* A child of httpd begins: it notes which signals are ignored here. */
void mh_request_message_child(void);

#endif
