/*
 * role.h - what this process is.
 *
 * Set once, before the configuration is read; the same in all processes that
 * are forked from here.
 */
#ifndef MEHARI_MODULE_COMMON_ROLE_H
#define MEHARI_MODULE_COMMON_ROLE_H

#include <stdbool.h>

#include "httpd.h"

extern bool mh_role_worker;

/* True in a worker base or a worker (module/worker/worker.h). */
static inline bool mh_role_is_worker(void)
{
    return mh_role_worker;
}

/* Called in a child of httpd: r is the last request that it answers. */
void mh_role_end(request_rec *r);

#endif
