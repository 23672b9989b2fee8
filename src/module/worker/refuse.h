/*
 * refuse.h - refuses methods that only httpd itself can do. Runs anywhere; acts
 * in workers.
 */
#ifndef MEHARI_MODULE_WORKER_REFUSE_H
#define MEHARI_MODULE_WORKER_REFUSE_H

#include "module/api/core/method_table.h"
#include "module/config/hook.h"

/*
 * In a worker, croaks that the method needs httpd. The argument names an
 * alternative: it is the second half of the sentence, without the full stop. In
 * httpd it does nothing.
 */
void mh_refuse_in_worker(pTHX_ mh_call_t *call, const char *instead);

/* In a worker: croaks if the phase of that hook is over. */
void mh_refuse_hook_in_worker(pTHX_ mh_call_t *call, mh_hook_e hook);

#endif
