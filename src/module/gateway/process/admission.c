/*
 * admission.c - see admission.h.
 */
#include "module/gateway/process/admission.h"

#include "module/gateway/process/end.h"
#include "module/gateway/pools/pool_connection.h"
#include "module/gateway/pools/manager_process.h"

int mh_process_admit(request_rec *r, const mh_pool_t *pool, mh_held_e kind,
                     mh_held_thread_t *held)
{
    if (!mh_manager_process_expected(pool, mh_pool_connection_patience(pool)))
        return mh_process_refuse(r, pool, MH_REASON_RESOURCES,
                                 "it has no manager, because the system has no "
                                 "more processes or memory");
    if (!mh_held_thread_begin(held, pool, kind))
        return mh_process_refuse(
            r, pool, MH_REASON_QUEUE_FULL,
            "its queue is full, since its requests hold as "
            "many of httpd's threads as they may");
    return OK;
}
