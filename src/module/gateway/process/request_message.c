/*
 * request_message.c - see request_message.h.
 */
#include "module/gateway/process/request_message.h"

#include "apr_atomic.h"

uint32_t mh_request_message_id(void)
{
    static volatile apr_uint32_t last;

    return apr_atomic_inc32(&last) + 1;
}

void mh_request_message_lease(mh_request_message_t *message,
                              mh_wire_lease_e lease)
{
    uint64_t number = lease;

    if (message->key.data)
        memcpy(message->data + message->size - sizeof(number), &number,
               sizeof(number));
}
