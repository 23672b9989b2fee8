/*
 * gateway.c - see gateway.h.
 */
#include "module/profile/settings.h"

#include "module/gateway/gateway.h"

#include "mpm_common.h"

#include "module/gateway/worker/answer_length.h"
#include "module/gateway/worker/answer_log.h"
#include "module/gateway/worker/answer_names.h"
#include "module/gateway/pools/dispositions.h"
#include "module/gateway/cgi/cgi_handler.h"
#include "module/gateway/process/late_lines.h"
#include "module/gateway/pools/pool_connection.h"
#include "module/gateway/client/flush.h"
#include "module/gateway/pools/held_threads.h"
#include "module/gateway/pools/worker_lease.h"
#include "module/gateway/pools/script_lease.h"
#include "module/gateway/pools/manager_process.h"
#include "module/gateway/client/next_request.h"
#include "module/gateway/pools/pool_config.h"
#include "module/gateway/ssi/ssi.h"
#include "module/gateway/worker/worker_handler.h"
#include "module/gateway/worker/unanswered.h"
#include "module/limit/slow.h"
#include "module/request/response_maker.h"

void mh_gateway_register(void)
{
    mh_response_elsewhere = mh_gateway_worker_serves;
    mh_dispositions_note();
    mh_flush_register();
    mh_held_threads_register();
    mh_next_request_register();
    mh_gateway_answer_length_register();
    mh_gateway_answer_log_register();
    ap_hook_fixups(mh_cgi_take_over, NULL, NULL, APR_HOOK_REALLY_LAST);
    ap_hook_handler(mh_cgi_handler, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_handler(mh_gateway_worker_handler, NULL, NULL, APR_HOOK_FIRST);
    mh_unanswered_register();
    ap_hook_monitor(mh_managers_look, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_optional_fn_retrieve(mh_ssi_exec_offer, NULL, NULL,
                                 APR_HOOK_MIDDLE);
    ap_hook_optional_fn_retrieve(mh_ssi_perl_offer, NULL, NULL,
                                 APR_HOOK_MIDDLE);
}

void mh_gateway_reset(apr_pool_t *pconf)
{
    mh_pools_reset(pconf);
    mh_slow_reset();
    mh_gateway_answer_names_reset(pconf);
}

const char *mh_gateway_check(server_rec *s, apr_pool_t *pconf)
{
    return mh_pools_settle(s, pconf);
}

static const char *prepare_profile(mh_pool_t *pool, apr_pool_t *pconf)
{
    mh_profiler_t profiler;

    if (!pool->profile)
        return NULL;
    profiler = mh_profile_settings(pool->profile, pconf);
    pool->numbers.profile_files = profiler.files;
    pool->numbers.profile_bytes = profiler.bytes;
    return mh_profile_make(pool->profile, (uid_t)pool->numbers.uid,
                           (gid_t)pool->numbers.gid, pconf);
}

static const char *count_threads(apr_pool_t *pconf)
{
    int error = mh_held_threads_make(pconf);

    return error ? apr_psprintf(pconf,
                                "MH1013: there is no memory to count the "
                                "threads that pools hold: %s",
                                strerror(error))
                 : NULL;
}

const char *mh_gateway_start(server_rec *s, apr_pool_t *pconf)
{
    const apr_array_header_t *pools = mh_pools();
    const char *why = mh_pools_settle(s, pconf);

    if (!why)
        why = count_threads(pconf);
    mh_gateway_answer_names_add(ap_conftree);
    mh_unanswered_start(pconf);
    for (int i = 0; !why && i < pools->nelts; i++) {
        mh_pool_t *pool = APR_ARRAY_IDX(pools, i, mh_pool_t *);

        pool->numbers.slow = mh_slow_limit();
        why = prepare_profile(pool, pconf);
        if (!why)
            why = mh_manager_process_start(pool, s, pconf);
        /* No request has asked for this pool yet, and perhaps none ever will.
         */
        if (why && !*pool->where) {
            mh_log_error(APLOG_MARK, APLOG_WARNING, 0, s,
                         "MH1218: pool %s is not running: %s", pool->name,
                         mh_message(pconf, why));
            why = NULL;
        }
    }
    return why;
}

void mh_gateway_child(apr_pool_t *pchild)
{
    const apr_array_header_t *pools = mh_pools();

    mh_managers_child();
    mh_held_threads_child();
    mh_script_lease_mounted(pchild);
    for (int i = 0; i < pools->nelts; i++) {
        mh_pool_t *pool = APR_ARRAY_IDX(pools, i, mh_pool_t *);

        mh_connections_child(pool, pchild);
        mh_worker_lease_child(pool, pchild);
        mh_script_lease_child(pool, pchild);
    }
    mh_next_request_child();
    mh_dispositions_child();
    mh_late_lines_child(pchild);
}

void mh_gateway_forked(void (*drop)(int fd))
{
    const apr_array_header_t *pools = mh_pools();

    mh_managers_forked(drop);
    for (int i = 0; i < pools->nelts; i++) {
        const mh_pool_t *pool = APR_ARRAY_IDX(pools, i, mh_pool_t *);

        mh_connections_forked(pool, drop);
        mh_worker_lease_forked(pool, drop);
        mh_script_lease_forked(pool, drop);
    }
}
