/*
 * answer_table.h - what a worker may say of its response, and what httpd makes
 * of it.
 *
 * What comes from a worker is data: it is read into a request of its own, and
 * from there only what has a row in the one table of answer_table.c, which says
 * how much of it there may be and why, gets into httpd's. docs/security.md has
 * the same rows for people; t/attack/answer.t compares both. In a child of
 * httpd; all of it lives in the pool of the request.
 */
#ifndef MEHARI_GATEWAY_ANSWER_TABLE_H
#define MEHARI_GATEWAY_ANSWER_TABLE_H

#include "gateway/gateway.h"
#include "worker/answer.h"

/* What a worker has said, before any of it counts. */
typedef struct mh_said_t {
    request_rec *r;      /* httpd's */
    request_rec of;      /* only what fields.c and answer.c read is set */
    mh_answer_t answer;  /* of END */
    bool chunked;        /* its body is in chunks, it says */
    const char *refused; /* the row that it goes against; NULL: none */
} mh_said_t;

/* Room for what is read; nothing is said yet. */
void mh_said_begin(mh_said_t *said, request_rec *r);

/* How long a record of that kind may be; DATA, which is not kept: any. */
size_t mh_said_record_max(unsigned kind);

/*
 * What the client gets to see counts from now on. False: something is more than
 * it may be, said->refused, and none of it counts.
 */
bool mh_said_head(mh_said_t *said);
/* How the handler has ended; what is for the log is kept until then. */
bool mh_said_end(mh_said_t *said);
/* Headers of a response ahead of the response. */
bool mh_said_interim(mh_said_t *said, int status, apr_table_t *headers);

/* No redirect can follow: what is for the log, and for later phases, counts. */
void mh_said_final(request_rec *r);

#endif
