/*
 * response.h - SetHandler modperl and SetHandler perl-script, and for
 * SetHandler perl-psgi (module/psgi/psgi_handler.h) what it shares with them.
 */
#ifndef MEHARI_MODULE_REQUEST_RESPONSE_H
#define MEHARI_MODULE_REQUEST_RESPONSE_H

#include "module/common/mehari.h"

#define MH_RESPONSE_PSGI "perl-psgi"

/* True for the name of one of the three. NULL is none. */
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

/* Take httpd's handler hook. Called once, when the module is registered. */
void mh_response_register(void);

/* Answers r, whose handler is one of the three. */
int mh_response_run(request_rec *r);

#endif
