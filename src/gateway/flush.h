/*
 * flush.h - a flush that does not wait for the client.
 *
 * At a FLUSH bucket httpd's core writes until the client has taken all that
 * comes before it, and for a client that is slow this takes long: meanwhile
 * nobody would read what the script writes. A filter in front of the core,
 * which a connection keeps once it has it, takes the bucket away.
 */
#ifndef MEHARI_GATEWAY_FLUSH_H
#define MEHARI_GATEWAY_FLUSH_H

#include "gateway/gateway.h"

void mh_flush_register(void);

/*
 * Passes it on as far as the client's socket, to which goes what that takes
 * now. The core has the rest (data_in_output_filters). bb is then empty.
 */
apr_status_t mh_flush_pass(request_rec *r, apr_bucket_brigade *bb);

/* The same for the connection's filters, with no more of the response. */
apr_status_t mh_flush_all(request_rec *r, apr_bucket_brigade *bb);

/* What the core has goes to the socket, as far as that takes it now. */
apr_status_t mh_flush_push(conn_rec *c);

#endif
