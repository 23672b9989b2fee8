/*
 * process_input.h - the request's body on its way into a script. Runs in
 * httpd's children.
 *
 * Never blocks: it sends as much as the client has sent and the script's pipe
 * can take. A body that body_store.h has read comes from there.
 */
#ifndef MEHARI_MODULE_GATEWAY_PROCESS_PROCESS_INPUT_H
#define MEHARI_MODULE_GATEWAY_PROCESS_PROCESS_INPUT_H

#include "module/common/httpd_headers.h"

struct mh_cgi_script_t;

typedef enum {
    MH_INPUT_FLOWS,
    MH_INPUT_NEEDS_CLIENT, /* the client has to send more */
    MH_INPUT_NEEDS_SCRIPT, /* the script has to read */
    MH_INPUT_FINISHED
} mh_input_state_e;

typedef struct mh_cgi_script_input_t {
    mh_input_state_e state;
    apr_bucket_brigade *bb;    /* from the client, not yet written */
    apr_bucket_brigade *taken; /* body_store.h; NULL: streamed */
    bool all_read;             /* the client has sent all of it */
    bool unwanted;             /* the script does not read the rest */
    bool began;                /* something was written */
    apr_off_t come;            /* bytes, from the client */
    apr_status_t untold;       /* error to report if the script reads on */
    apr_status_t failed;       /* error of reading from the client */
    apr_time_t since;          /* time of the last progress */
    int pause;                 /* ms to the next look, without a socket */
    char *log;                 /* its beginning, for the ScriptLog; or NULL */
    size_t log_used;
    size_t log_room;
} mh_cgi_script_input_t;

void mh_cgi_script_input_begin(struct mh_cgi_script_t *script);
/* Starts the body: a worker has come to read it. */
void mh_cgi_script_input_wanted(struct mh_cgi_script_t *script);
/* Moves as much as can be moved. */
void mh_cgi_script_input_advance(struct mh_cgi_script_t *script);
/* Ends the body: nobody wants the rest. */
void mh_cgi_script_input_end(struct mh_cgi_script_t *script);

#endif
