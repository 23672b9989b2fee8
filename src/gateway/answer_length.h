/*
 * answer_length.h - the Content-Length that a worker promises, kept.
 *
 * A client takes what is more than that for the next response, and waits for
 * what is missing. A body that has come whole is counted by httpd; of one that
 * is on its way the surplus is not sent, and one that is too short is broken
 * off.
 */
#ifndef MEHARI_GATEWAY_ANSWER_LENGTH_H
#define MEHARI_GATEWAY_ANSWER_LENGTH_H

#include "gateway/gateway.h"

/* There is one line of it, and it is a length. */
bool mh_answer_length(const apr_table_t *headers, apr_off_t *length);

/* The body of r is counted on its way to the client. */
void mh_answer_length_watch(request_rec *r);

void mh_answer_length_register(void);

#endif
