/*
 * gateway_answer.h - httpd's reader of a worker's records, for one request.
 *
 * Records come from a process that runs user code, so a malformed one ends the
 * response. Runs in httpd's children.
 */
#ifndef MEHARI_MODULE_GATEWAY_WORKER_GATEWAY_ANSWER_H
#define MEHARI_MODULE_GATEWAY_WORKER_GATEWAY_ANSWER_H

#include "module/gateway/worker/answer_chunks.h"
#include "module/gateway/worker/answer_table.h"
#include "module/gateway/process/process_output.h"
#include "module/worker/answer.h"
#include "module/worker/record.h"

typedef struct mh_gateway_answer_t {
    /* must be first: callbacks get its address */
    mh_process_output_t output;
    mh_record_t record; /* the record being read */
    size_t header;      /* bytes of its header that have come */
    size_t left;        /* bytes of its contents to come */
    char *contents;     /* contents of a record that must be whole */
    size_t used;
    char *passing; /* memory for contents that are not stored */
    size_t room;
    bool heard; /* a record has come */
    bool whole; /* END has come: answer is set */
    bool done;  /* no record will follow */
    bool apart; /* the worker is detached from the response */
    bool wrong; /* a record was malformed */
    mh_chunks_t chunks;
    int interims; /* count of interim responses */
    mh_said_t said;
    const char *type; /* the type that the configuration gives */
    mh_answer_t answer;
} mh_gateway_answer_t;

/* Takes the bytes that the worker has written. */
void mh_gateway_answer_take(mh_process_output_t *output, const char *data,
                            size_t size);

#endif
