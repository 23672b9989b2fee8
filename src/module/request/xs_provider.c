/*
 * xs_provider.c - see xs_provider.h.
 */
#include "module/request/xs_provider.h"

#include <dlfcn.h>

#include "ap_provider.h"
#include "mod_auth.h"

#include "module/perl/interpreter.h"
#include "module/config/hook.h"
#include "module/request/enter.h"

typedef struct {
    const authn_provider *theirs;
    authn_provider ours;
} adopted_t;

/* By name; NULL when the configuration has gone. */
static apr_hash_t *adopted;

/* --- what httpd calls ------------------------------------------------- */

/* httpd leaves the name by which it has found the provider. */
static const authn_provider *xs_of_request(request_rec *r)
{
    const char *name = apr_table_get(r->notes, AUTHN_PROVIDER_NAME_NOTE);
    const adopted_t *found = name && adopted ? apr_hash_get(adopted, name,
                                                            APR_HASH_KEY_STRING)
                                             : NULL;

    if (!found)
        mh_log_rerror(
            APLOG_MARK, APLOG_ERR, 0, r,
            "MH2039: a provider of an XS module was asked for a password "
            "without being told its name");
    return found ? found->theirs : NULL;
}

static authn_status check_xs_password(request_rec *r, const char *user,
                                      const char *password)
{
    const authn_provider *theirs = xs_of_request(r);
    authn_status status;

    if (!theirs || mh_enter_perl(r, MH_HOOK_AUTHEN) != OK)
        return AUTH_GENERAL_ERROR;
    status = theirs->check_password(r, user, password);
    mh_leave_perl();
    return status;
}

static authn_status get_xs_realm_hash(request_rec *r, const char *user,
                                      const char *realm, char **hash)
{
    const authn_provider *theirs = xs_of_request(r);
    authn_status status;

    if (!theirs || mh_enter_perl(r, MH_HOOK_AUTHEN) != OK)
        return AUTH_GENERAL_ERROR;
    status = theirs->get_realm_hash(r, user, realm, hash);
    mh_leave_perl();
    return status;
}

/* --- providers of XS modules ------------------------------------------ */

/* True if that function is in a shared object that Perl has loaded. */
static bool is_of_perl(pTHX_ const authn_provider *provider)
{
    AV *files = get_av("DynaLoader::dl_shared_objects", 0);
    authn_status (*function)(request_rec *, const char *,
                             const char *) = provider->check_password;
    Dl_info info;

    if (!files || !function || !dladdr(*(void **)&function, &info))
        return false;
    for (SSize_t i = 0; i < (SSize_t)av_count(files); i++) {
        SV **file = av_fetch(files, i, 0);

        if (file && strcmp(SvPV_nolen(*file), info.dli_fname) == 0)
            return true;
    }
    return false;
}

static apr_status_t forget_xs(void *data)
{
    adopted = NULL;
    return APR_SUCCESS;
}

static void adopt(const char *name, const authn_provider *theirs)
{
    apr_pool_t *pool = mehari.pconf;
    adopted_t *entry = apr_palloc(pool, sizeof(*entry));

    if (!adopted) {
        adopted = apr_hash_make(pool);
        apr_pool_cleanup_register(pool, NULL, forget_xs, apr_pool_cleanup_null);
    }
    entry->theirs = theirs;
    entry->ours = *theirs;
    entry->ours.check_password = check_xs_password;
    if (theirs->get_realm_hash)
        entry->ours.get_realm_hash = get_xs_realm_hash;
    name = apr_pstrdup(pool, name);
    apr_hash_set(adopted, name, APR_HASH_KEY_STRING, entry);
    ap_register_provider(pool, AUTHN_PROVIDER_GROUP, name,
                         AUTHN_PROVIDER_VERSION, &entry->ours);
}

void mh_xs_providers_adopt(pTHX)
{
    const apr_array_header_t *names = ap_list_provider_names(
        mehari.pconf, AUTHN_PROVIDER_GROUP, AUTHN_PROVIDER_VERSION);

    for (int i = 0; i < names->nelts; i++) {
        const char *name =
            APR_ARRAY_IDX(names, i, ap_list_provider_names_t).provider_name;
        const authn_provider *provider = ap_lookup_provider(
            AUTHN_PROVIDER_GROUP, name, AUTHN_PROVIDER_VERSION);

        if (provider && is_of_perl(aTHX_ provider))
            adopt(name, provider);
    }
}
