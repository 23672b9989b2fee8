/*
 * request.h - the profile of one request, where httpd or a worker runs Perl.
 */
#ifndef MEHARI_PROFILE_REQUEST_H
#define MEHARI_PROFILE_REQUEST_H

#include "../mehari.h"

struct mh_context;

/*
 * Is this request to be profiled? The header with the key is taken away when it
 * is, and so the program never sees it.
 */
bool mh_profile_wants(request_rec *r);

/*
 * Perl is about to run for this request: its profile begins with the first of
 * its handlers that stands where PerlProfile holds, and ends with the context.
 * A request inside another is part of the other's.
 */
void mh_profile_watch(struct mh_context *context);
void mh_profile_end(const struct mh_context *context);

#endif
