/*
 * process_input.h - the request's body on its way into a script. Runs in
 * httpd's children.
 *
 * Never blocks: it sends as much as the client has sent and the script's pipe
 * can take. A body that body_store.h has read is taken from that store.
 */
#ifndef MEHARI_MODULE_GATEWAY_PROCESS_PROCESS_INPUT_H
#define MEHARI_MODULE_GATEWAY_PROCESS_PROCESS_INPUT_H

#include "module/gateway/process/process.h"

void mh_process_input_begin(mh_process_t *process);
/* Starts the body: a worker has come to read it. */
void mh_process_input_wanted(mh_process_t *process);
/* Moves as much as can be moved. */
void mh_process_input_advance(mh_process_t *process);
/* Ends the body: nobody wants the rest. */
void mh_process_input_end(mh_process_t *process);

#endif
