/*
 * admission.c - see admission.h.
 */
#include "module/gateway/cgi/admission.h"

#include "module/common/message.h"
#include "module/gateway/pools/connection.h"
#include "module/gateway/pools/manager_process.h"

/* Seconds after which a client should come back. */
#define RETRY "2"

static int refuse(request_rec *r, const mh_pool_t *pool, const char *why)
{
    mh_log_about(r, APLOG_ERR,
                 apr_psprintf(r->pool, "pool %s: %s", pool->name, r->filename),
                 why);
    apr_table_setn(r->err_headers_out, "Retry-After", RETRY);
    return HTTP_SERVICE_UNAVAILABLE;
}

int mh_cgi_admit(request_rec *r, const mh_pool_t *pool)
{
    if (!mh_manager_process_expected(pool, mh_pool_connection_patience(pool)))
        return refuse(r, pool,
                      "MH3011: it has no manager, because the system has no "
                      "more processes or memory");
    return OK;
}
