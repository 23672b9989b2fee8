/* interim.h - interim responses, which come before the response: 103, 102. */
#ifndef MEHARI_MODULE_REQUEST_INTERIM_H
#define MEHARI_MODULE_REQUEST_INTERIM_H

#include "module/common/mehari.h"

/* httpd checks the names and values of final responses only. */
bool mh_interim_headers_plain(const apr_table_t *headers);

/*
 * True if an interim response can still be sent. Do not call it when the
 * response itself has begun.
 */
bool mh_interim_possible(request_rec *r);

/*
 * Sends an interim response that has been checked; *sent is false for a client
 * of HTTP/1.0. In a worker *sent says nothing, because httpd sends the
 * response.
 */
void mh_interim_send(request_rec *r, int status, apr_table_t *headers,
                     bool *sent);

#endif
