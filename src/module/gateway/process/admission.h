/*
 * admission.h - a request that its pool cannot serve now is refused at once,
 * before it holds a thread of httpd's.
 *
 * Runs in httpd's children.
 */
#ifndef MEHARI_MODULE_GATEWAY_PROCESS_ADMISSION_H
#define MEHARI_MODULE_GATEWAY_PROCESS_ADMISSION_H

#include "module/gateway/pools/held_threads.h"

/*
 * OK: the request holds its thread, until mh_held_thread_end(). Else the status
 * of the refusal, which is in the log then.
 */
int mh_process_admit(request_rec *r, const mh_pool_t *pool, mh_held_e kind,
                     mh_held_thread_t *held);

#endif
