/*
 * worker_answer.h - what a worker says while it serves a request, and what
 * becomes of it in httpd.
 *
 * It comes from where user code runs: a record that makes no sense ends the
 * response.
 */
#ifndef MEHARI_GATEWAY_WORKER_ANSWER_H
#define MEHARI_GATEWAY_WORKER_ANSWER_H

#include "gateway/answer_chunks.h"
#include "gateway/answer_table.h"
#include "gateway/script_output.h"
#include "worker/answer.h"
#include "worker/record.h"

typedef struct mh_worker_answer_t {
    mh_script_output_t output; /* first: the source of all this */
    mh_record_t record;        /* whose bytes come */
    size_t header;             /* bytes of record that have come */
    size_t left;               /* of its contents */
    char *contents;            /* of one that has to be whole */
    size_t used;
    char *passing; /* room for those of which nothing is kept */
    size_t room;
    bool heard; /* it has said something */
    bool whole; /* END has come: answer is filled in */
    bool done;  /* and nothing more will */
    bool apart; /* the worker is no longer ours */
    bool wrong; /* it made no sense */
    mh_chunks_t chunks;
    int interims; /* how many there were */
    mh_said_t said;
    const char *type; /* as the configuration has it */
    mh_answer_t answer;
} mh_worker_answer_t;

/* Takes what the worker has written. */
void mh_worker_answer_take(mh_script_output_t *output, const char *data,
                           size_t size);

#endif
