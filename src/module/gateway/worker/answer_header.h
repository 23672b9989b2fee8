/*
 * answer_header.h - the headers of a worker's answer, and its length. Runs in
 * httpd's children.
 *
 * Headers about the connection are dropped, because httpd has the client's
 * connection. A length counts only if the body has that length.
 */
#ifndef MEHARI_MODULE_GATEWAY_WORKER_ANSWER_HEADER_H
#define MEHARI_MODULE_GATEWAY_WORKER_ANSWER_HEADER_H

#include "module/common/httpd_headers.h"

/* Drops the headers of one hop: the standard ones, and those that Connection
 * names. */
void mh_gateway_answer_header_drop_hops(apr_table_t *headers);

/*
 * Replaces a table of r's by the worker's; has_length: the worker's may have a
 * Content-Length. False: the header *bad has an invalid name or value, or
 * (NULL) all headers are more than `most` bytes.
 */
bool mh_gateway_answer_header_put(request_rec *r, apr_table_t *to,
                                  apr_table_t *said, size_t most,
                                  bool has_length, const char **bad);

#endif
