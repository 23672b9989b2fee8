/*
 * body_store.h - the body of a request, taken in before a pool is asked.
 *
 * A client that sends slowly has a thread of httpd meanwhile, and no process of
 * a pool. Up to PerlRequestBuffer bytes are in memory, what is longer in a file
 * without a name. LimitRequestBody is the bound. Lives as long as the request.
 */
#ifndef MEHARI_GATEWAY_BODY_STORE_H
#define MEHARI_GATEWAY_BODY_STORE_H

#include "gateway/gateway.h"

/*
 * *taken: all of it, with its end; NULL: there is none, or it is streamed.
 * OK, or the status of the request, for which the log has the reason.
 */
int mh_body_take(request_rec *r, apr_bucket_brigade **taken);

#endif
