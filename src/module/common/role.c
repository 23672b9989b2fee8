/*
 * role.c - see role.h.
 */
#include "module/common/role.h"

#include <signal.h>

#include "mpm_common.h"

bool mh_role_worker;

void mh_role_end(request_rec *r)
{
    r->connection->keepalive = AP_CONN_CLOSE;
    raise(AP_SIG_GRACEFUL);
}
