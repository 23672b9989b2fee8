/*
 * refuse.h - methods that only httpd itself can answer.
 */
#ifndef MEHARI_WORKER_REFUSE_H
#define MEHARI_WORKER_REFUSE_H

#include "../api/table.h"
#include "../request/hook.h"

/*
 * In a worker: croaks that the method needs httpd, and what to use instead. A
 * whole sentence's second half, without the full stop. Else it does nothing.
 */
void mh_refuse_in_worker(pTHX_ mh_call_t *call, const char *instead);

/* In a worker: croaks when the phase of that hook has been over before. */
void mh_refuse_hook_in_worker(pTHX_ mh_call_t *call, mh_hook_t hook);

#endif
