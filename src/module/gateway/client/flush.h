/*
 * flush.h - sends data to a client that may be slow, without waiting for it.
 * Runs in httpd's children.
 *
 * At a FLUSH bucket httpd's core writes until the client has taken all data
 * before it. For a slow client this takes long, and nobody would read the
 * script's output meanwhile. So a filter in front of the network's removes the
 * bucket; it stays for the rest of the connection.
 *
 * A stream of HTTP/2 has no socket. Its network filter gives data to the thread
 * of the connection, and waits if that thread has not taken earlier data. So
 * our filter puts a mark after all data. The mark is destroyed when the data
 * before it is taken.
 */
#ifndef MEHARI_MODULE_GATEWAY_CLIENT_FLUSH_H
#define MEHARI_MODULE_GATEWAY_CLIENT_FLUSH_H

#include "module/common/httpd_headers.h"

void mh_flush_register(void);

/* Call it for a part of a page, before the first look for pending data. */
void mh_flush_begin(request_rec *r);

/*
 * Passes bb down, and sends as much as the client takes now. With flush,
 * filters also send the data that they hold. bb is empty afterwards.
 */
apr_status_t mh_flush_pass(request_rec *r, ap_filter_t *first,
                           apr_bucket_brigade *bb, bool flush);

/*
 * True if the client has not taken all that was passed, as far as the last push
 * has shown: whatever is passed now may wait for it.
 */
bool mh_flush_pending(conn_rec *c);

/* Sends pending data, as far as the client takes them now. */
apr_status_t mh_flush_push(conn_rec *c);

#endif
