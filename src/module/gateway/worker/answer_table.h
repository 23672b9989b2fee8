/*
 * answer_table.h - the parts of a response that a worker may set, and their
 * limits.
 *
 * A worker's record is data: it is read into a separate request. Only values
 * with a row in the table of answer_table.c get into httpd's request; the row
 * has the limit and the reason. docs/security.md has the same rows for people;
 * t/attack/answer.t compares both. Runs in httpd's children; all data lives in
 * the pool of the request.
 */
#ifndef MEHARI_MODULE_GATEWAY_WORKER_ANSWER_TABLE_H
#define MEHARI_MODULE_GATEWAY_WORKER_ANSWER_TABLE_H

#include "module/common/httpd_headers.h"
#include "module/worker/answer.h"

/* A worker's values, before any of them is applied. */
typedef struct mh_said_t {
    request_rec *r;      /* httpd's */
    request_rec of;      /* only fields read by fields.c and answer.c are set */
    mh_answer_t answer;  /* of END */
    bool chunked;        /* the headers say that the body is in chunks */
    const char *refused; /* the row whose limit was exceeded, and the number
                            that was too much; NULL: none */
} mh_said_t;

/* Makes the structure, without values. */
void mh_said_begin(mh_said_t *said, request_rec *r);

/* Limit of a record of that kind; DATA, which is not stored, has none. */
size_t mh_said_record_max(unsigned kind);

/*
 * Applies the values that the client sees. False: a value exceeds its limit
 * (said->refused), and none is applied.
 */
bool mh_said_head(mh_said_t *said);
/* Applies the handler's end; values for the log are stored. */
bool mh_said_end(mh_said_t *said);
/* Checks the headers of an interim response. */
bool mh_said_interim(mh_said_t *said, int status, apr_table_t *headers);

/* Applies the values for the log and for later phases: no redirect can follow.
 */
void mh_said_final(request_rec *r);

#endif
