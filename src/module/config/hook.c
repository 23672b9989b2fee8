/*
 * hook.c - the rows of the hook table.
 */
#include "module/config/hook.h"

#define INFO(hook, option, scope, rule, help)                                  \
    [hook] = { "Perl" option "Handler", option, scope, rule },

static const mh_hook_info_t hooks[MH_HOOKS] = { MH_HOOK_TABLE(INFO) };

const mh_hook_info_t *mh_hook_info(mh_hook_e hook)
{
    return &hooks[hook];
}

mh_hook_e mh_hook_find(const char *name)
{
    if (!strcmp(name, "PerlHandler"))
        return MH_HOOK_RESPONSE;
    for (int hook = 0; hook < MH_HOOKS; hook++)
        if (!strcmp(hooks[hook].name, name))
            return hook;
    return MH_HOOK_NONE;
}
