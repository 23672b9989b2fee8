/*
 * auth_provider.h - authentication and authorization providers in Perl, for
 * AuthBasicProvider, AuthDigestProvider and Require.
 *
 * The parent registers them while it reads the configuration. They belong to
 * that configuration, so a restart begins without providers. Children ask them
 * from inside httpd's own hooks. A provider that gives no valid answer is an
 * error (500), never a yes.
 */
#ifndef MEHARI_MODULE_REQUEST_AUTH_PROVIDER_H
#define MEHARI_MODULE_REQUEST_AUTH_PROVIDER_H

#include "module/common/mehari.h"
#include "module/request/handler.h"

typedef enum { MH_AUTHN, MH_AUTHZ } mh_auth_e;

/* httpd's names of the two: its groups are numbered by mh_auth_e. */
typedef struct {
    const char *group;
    const char *version;
} mh_auth_names_t;

extern const mh_auth_names_t mh_auth_names[2];

/*
 * Tells httpd of the provider, or gives the provider of that name other
 * callbacks: check_password and get_realm_hash for authn, check_authorization
 * and parse_require_line for authz. The second may be NULL. The name is copied;
 * the callbacks must live as long as pconf. `type` is httpd's
 * AP_AUTH_INTERNAL_PER_URI or AP_AUTH_INTERNAL_PER_CONF.
 */
apr_status_t mh_auth_provider_add(mh_auth_e auth, const char *name,
                                  mh_handler_t *check, mh_handler_t *second,
                                  int type);

/* PerlAddAuthnProvider and PerlAddAuthzProvider. */
const char *mh_auth_provider_authn(cmd_parms *cmd, void *dir, const char *name,
                                   const char *handler);
const char *mh_auth_provider_authz(cmd_parms *cmd, void *dir, const char *name,
                                   const char *handler);

#endif
