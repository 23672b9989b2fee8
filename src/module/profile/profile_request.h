/*
 * profile_request.h - the profile of one request, in httpd or in a worker.
 */
#ifndef MEHARI_MODULE_PROFILE_PROFILE_REQUEST_H
#define MEHARI_MODULE_PROFILE_PROFILE_REQUEST_H

#include "module/common/mehari.h"

struct mh_context;

/*
 * True if the request is to be profiled. The header with the key is removed
 * then, so that the program never sees it.
 */
bool mh_profile_wants(request_rec *r);

/*
 * Called before Perl runs for this request: its profile begins with the first
 * handler in a directory where PerlProfile holds, and ends with the context. A
 * nested request is part of the outer one's.
 */
void mh_profile_watch(struct mh_context *context);
void mh_profile_end(const struct mh_context *context);

#endif
