/*
 * script_input.h - the request's body on its way into a script.
 *
 * Never blocks: it goes as far as the client has sent and the script has room
 * for. What body_store.h has taken in comes from there.
 */
#ifndef MEHARI_GATEWAY_SCRIPT_INPUT_H
#define MEHARI_GATEWAY_SCRIPT_INPUT_H

#include "gateway/gateway.h"

struct mh_script_t;

typedef enum {
    MH_INPUT_FLOWS,
    MH_INPUT_NEEDS_CLIENT, /* the client has to send more */
    MH_INPUT_NEEDS_SCRIPT, /* the script has to read */
    MH_INPUT_FINISHED
} mh_input_state_e;

typedef struct mh_script_input_t {
    mh_input_state_e state;
    apr_bucket_brigade *bb;    /* from the client, not yet written */
    apr_bucket_brigade *taken; /* body_store.h; NULL: it is streamed */
    bool all_read;             /* from the client */
    bool unwanted;             /* the script reads no more of it */
    bool began;                /* something was written */
    apr_off_t come;            /* bytes, from the client */
    apr_status_t untold;       /* why the script reads no more, if it should */
    apr_status_t failed;       /* it could not be read from the client */
    apr_time_t since;          /* no progress */
    int pause;                 /* ms until to look again, without a socket */
    char *log;                 /* its begin, for the ScriptLog; or NULL */
    size_t log_used;
    size_t log_room;
} mh_script_input_t;

void mh_script_input_begin(struct mh_script_t *script);
/* A worker has come to read its body. */
void mh_script_input_wanted(struct mh_script_t *script);
/* Moves what can be moved. */
void mh_script_input_advance(struct mh_script_t *script);
/* Nothing more of it is wanted by anybody. */
void mh_script_input_end(struct mh_script_t *script);

#endif
