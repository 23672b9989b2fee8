/*
 * end.h - the status of the response, from the end of its script. Runs
 * in httpd's children.
 */
#ifndef MEHARI_MODULE_GATEWAY_PROCESS_END_H
#define MEHARI_MODULE_GATEWAY_PROCESS_END_H

#include "module/gateway/process/process.h"

/*
 * Called at the end of the output: OK when it is complete, else the status of
 * the error, which is then in the log.
 */
int mh_process_fault(mh_process_t *process);

/*
 * Logs why the pool does not serve the request, and returns the status. text: a
 * text in place of the reason's own, or NULL.
 */
int mh_process_refuse(request_rec *r, const mh_pool_t *pool,
                      mh_wire_reason_e reason, const char *text);

/*
 * True if there was no output, the manager has gone, and no process has got the
 * request, so that another manager may be asked.
 */
bool mh_process_ran_nowhere(mh_process_t *process);

/*
 * Status of a request that could not be sent, by errno: 503 when the system has
 * run out of something, and when to come back; else 500.
 */
int mh_process_unasked(request_rec *r, int error);

/* Sends a failed script's lines to the manager, or what was wrong with its
 * response. */
void mh_process_tell(const mh_process_t *process);

/*
 * Waits for the end, but not for longer than a short script takes: its output
 * waits in the pipes meanwhile, and the thread is woken once for all of it.
 * Returns at once if some of the body has not been sent yet.
 */
void mh_process_wait_short(mh_process_t *process);

#endif
