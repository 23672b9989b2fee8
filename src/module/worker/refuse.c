/*
 * refuse.c - see refuse.h.
 */
#include "module/worker/refuse.h"

#include "module/common/role.h"

void mh_refuse_in_worker(pTHX_ mh_call_t *call, const char *instead)
{
    if (mh_role_is_worker())
        mh_method_croak(aTHX_ call,
                        "only httpd itself can do that, and this "
                        "handler runs in a worker of a pool: %s",
                        instead);
}

void mh_refuse_hook_in_worker(pTHX_ mh_call_t *call, mh_hook_e hook)
{
    if (!mh_role_is_worker() || hook == MH_HOOK_RESPONSE ||
        hook == MH_HOOK_LOG || hook == MH_HOOK_CLEANUP)
        return;
    mh_method_croak(aTHX_ call,
                    "the phase of %s was over before this worker of a pool got "
                    "the request: name its handler in the configuration",
                    mh_hook_info(hook)->name);
}
