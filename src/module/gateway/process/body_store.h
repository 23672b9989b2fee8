/*
 * body_store.h - reads the body of a request before a pool is asked. Runs in
 * httpd's children.
 *
 * A client that sends slowly keeps a thread of httpd meanwhile, and no process
 * of a pool. A body is kept in memory up to the size that PerlBuffer allows,
 * and beyond that in a file without a name. LimitRequestBody bounds it. The
 * stored body lives as long as the request.
 */
#ifndef MEHARI_MODULE_GATEWAY_PROCESS_BODY_STORE_H
#define MEHARI_MODULE_GATEWAY_PROCESS_BODY_STORE_H

#include "module/common/httpd_headers.h"

/* True if the client sends one. */
bool mh_body_is_sent(const request_rec *r);

/*
 * *taken: the whole body, with its end; NULL: there is none, or it is streamed.
 * OK, or the status of the request, with the reason in the log.
 */
int mh_body_take(request_rec *r, apr_bucket_brigade **taken);

#endif
