/*
 * script_end.h - what the end of a script means for its response.
 */
#ifndef MEHARI_GATEWAY_SCRIPT_END_H
#define MEHARI_GATEWAY_SCRIPT_END_H

#include "gateway/script.h"

/*
 * The script's output has ended: OK when that was all of it, else the status
 * of the error, which is then in the log.
 */
int mh_script_fault(mh_script_t *script);

/*
 * Its output has ended, without any: its manager has gone, and no process has
 * got the request, so that another manager may be asked.
 */
bool mh_script_ran_nowhere(mh_script_t *script);

/*
 * It could not be asked for, for that errno: 503 when the system has run out of
 * something, and when to come back; else 500.
 */
int mh_script_unasked(request_rec *r, int error);

/* One that has failed: the manager is told what it said last. */
void mh_script_tell(const mh_script_t *script);

/*
 * Waits for its end, but not for longer than a short script takes: what it
 * writes waits in the pipes meanwhile, and the thread is woken once for all of
 * it. Where a body is still to flow it does not wait.
 */
void mh_script_wait_short(mh_script_t *script);

#endif
