/*
 * response_maker.h - who makes a response: Perl of this process, another
 * process, or httpd.
 */
#ifndef MEHARI_MODULE_REQUEST_RESPONSE_MAKER_H
#define MEHARI_MODULE_REQUEST_RESPONSE_MAKER_H

#include "module/common/mehari.h"

#define MH_RESPONSE_PSGI "perl-psgi"

/* True for a name of one of Perl's three response handlers; false for NULL. */
static inline bool mh_response_handler(const char *name)
{
    return name &&
           (strcmp(name, "modperl") == 0 || strcmp(name, "perl-script") == 0 ||
            strcmp(name, MH_RESPONSE_PSGI) == 0);
}

/*
 * True if another process makes the response to r, and runs its last phases.
 * Set by the gateway, before the first request.
 */
extern bool (*mh_response_elsewhere)(const request_rec *r);

/* True if Perl of this process makes the response to r. */
bool mh_response_is_ours(request_rec *r);

#endif
