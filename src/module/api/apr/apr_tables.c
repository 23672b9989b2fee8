/*
 * apr_tables.c - the tables of methods that need APR alone: a plain perl has
 * them too (src/outside). The others are in module/api/all.c.
 *
 * File F.c exports mh_api_F, and mh_api_F_<what> for what it defines in
 * another package or with another kind of invocant.
 */
#include "module/api/apr/bucket.h"
#include "module/api/apr/table.h"
#include "module/api/core/method_table.h"

extern const mh_api_t mh_api_apr_date[];
extern const mh_api_t mh_api_apr_error[];
extern const mh_api_t mh_api_apr_finfo[];
extern const mh_api_t mh_api_apr_misc[];
extern const mh_api_t mh_api_apr_pool[];
extern const mh_api_t mh_api_apr_sockaddr[];
extern const mh_api_t mh_api_apr_socket[];
extern const mh_api_t mh_api_apr_status[];
extern const mh_api_t mh_api_apr_table[];
extern const mh_api_t mh_api_apr_thread[];
extern const mh_api_t mh_api_apr_uri[];
extern const mh_api_t mh_api_apr_uuid[];
extern const mh_api_t mh_api_brigade[];
extern const mh_api_t mh_api_bucket[];
extern const mh_api_t mh_api_bucket_alloc[];
extern const mh_api_t mh_api_form[];

const mh_api_t *const mh_api_apr[] = {
    mh_api_apr_date,
    mh_api_apr_error,
    mh_api_apr_finfo,
    mh_api_apr_misc,
    mh_api_apr_pool,
    mh_api_apr_sockaddr,
    mh_api_apr_socket,
    mh_api_apr_status,
    mh_api_apr_table,
    mh_api_apr_thread,
    mh_api_apr_uri,
    mh_api_apr_uuid,
    mh_api_brigade,
    mh_api_bucket,
    mh_api_bucket_alloc,
    mh_api_form,
    NULL,
};

void mh_api_apr_boot(pTHX)
{
    mh_object_hook(MH_BUCKET,
                   &(mh_object_hooks_t){ .freed = mh_bucket_let_go });
    mh_object_hook(MH_BRIGADE,
                   &(mh_object_hooks_t){ .freed = mh_brigade_let_go });
    mh_object_hook(MH_TABLE, &(mh_object_hooks_t){ .tied = mh_table_prefetch });
}
