/*
 * answer_header.h - the headers that a worker's answer has, and the length that
 * it promises.
 *
 * What belongs to one connection is httpd's business, which has it with the
 * client: a worker's word on it is dropped. A length counts only if the body
 * is as long.
 */
#ifndef MEHARI_GATEWAY_ANSWER_HEADER_H
#define MEHARI_GATEWAY_ANSWER_HEADER_H

#include "gateway/gateway.h"

/* Headers of one hop: those that are always, and those that Connection names.
 */
void mh_answer_header_drop_hops(apr_table_t *headers);

/*
 * Puts what a worker said into a table of r's, in the place of what was there;
 * has_length: a Content-Length may be among it. False: a name or a value is
 * none, or all of it is more than `most` bytes.
 */
bool mh_answer_header_put(request_rec *r, apr_table_t *to, apr_table_t *said,
                          size_t most, bool has_length);

#endif
