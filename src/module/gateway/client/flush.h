/*
 * flush.h - a flush that does not wait for the client. Runs in httpd's
 * children.
 *
 * At a FLUSH bucket httpd's core writes until the client has taken all data
 * before it. For a slow client this takes long: meanwhile nobody would read the
 * script's output. A filter in front of the core, which a connection keeps once
 * it has it, takes the bucket away.
 */
#ifndef MEHARI_MODULE_GATEWAY_CLIENT_FLUSH_H
#define MEHARI_MODULE_GATEWAY_CLIENT_FLUSH_H

#include "module/common/httpd_headers.h"

void mh_flush_register(void);

/*
 * Passes bb down to the client's socket, which is sent as much as it takes now.
 * The core keeps the rest (data_in_output_filters). bb is then empty.
 */
apr_status_t mh_flush_pass(request_rec *r, apr_bucket_brigade *bb);

/* The same for the connection's filters, when all of the response was passed.
 */
apr_status_t mh_flush_all(request_rec *r, apr_bucket_brigade *bb);

/* Sends the core's data to the socket, as far as it takes that now. */
apr_status_t mh_flush_push(conn_rec *c);

#endif
