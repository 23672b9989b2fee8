/*
 * answer_length.h - makes a worker's body as long as its Content-Length. Runs
 * in httpd's children.
 *
 * A client would take surplus bytes for the next response, and wait for missing
 * ones. httpd counts a body that has come whole. The surplus of a streamed body
 * is not sent; a streamed body that is too short is broken off.
 */
#ifndef MEHARI_MODULE_GATEWAY_WORKER_ANSWER_LENGTH_H
#define MEHARI_MODULE_GATEWAY_WORKER_ANSWER_LENGTH_H

#include "module/common/httpd_headers.h"

/* True if there is one Content-Length, and it is a number. */
bool mh_gateway_answer_length(const apr_table_t *headers, apr_off_t *length);

/* Counts the body of r on its way to the client. */
void mh_gateway_answer_length_watch(request_rec *r);

void mh_gateway_answer_length_register(void);

#endif
