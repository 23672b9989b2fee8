/*
 * hook.c - the rows of the hook table.
 */
#include "module/config/hook.h"

static const mh_hook_info_t hooks[MH_HOOKS] = {
    [MH_HOOK_OPEN_LOGS] = { "PerlOpenLogsHandler", "OpenLogs", true, true,
                            MH_RUN_RULE_ALL },
    [MH_HOOK_POST_CONFIG] = { "PerlPostConfigHandler", "PostConfig", true, true,
                              MH_RUN_RULE_ALL },
    [MH_HOOK_CHILD_INIT] = { "PerlChildInitHandler", "ChildInit", true, true,
                             MH_RUN_RULE_VOID },
    [MH_HOOK_CHILD_EXIT] = { "PerlChildExitHandler", "ChildExit", true, true,
                             MH_RUN_RULE_VOID },
    [MH_HOOK_PRE_CONNECTION] = { "PerlPreConnectionHandler", "PreConnection",
                                 true, false, MH_RUN_RULE_ALL },
    [MH_HOOK_PROCESS_CONNECTION] = { "PerlProcessConnectionHandler",
                                     "ProcessConnection", true, false,
                                     MH_RUN_RULE_FIRST },
    [MH_HOOK_POST_READ_REQUEST] = { "PerlPostReadRequestHandler",
                                    "PostReadRequest", true, false,
                                    MH_RUN_RULE_ALL },
    [MH_HOOK_TRANS] = { "PerlTransHandler", "Trans", true, false,
                        MH_RUN_RULE_FIRST },
    [MH_HOOK_MAP_TO_STORAGE] = { "PerlMapToStorageHandler", "MapToStorage",
                                 true, false, MH_RUN_RULE_FIRST },
    [MH_HOOK_HEADER_PARSER] = { "PerlHeaderParserHandler", "HeaderParser",
                                false, false, MH_RUN_RULE_ALL },
    [MH_HOOK_ACCESS] = { "PerlAccessHandler", "Access", false, false,
                         MH_RUN_RULE_ALL },
    [MH_HOOK_AUTHEN] = { "PerlAuthenHandler", "Authen", false, false,
                         MH_RUN_RULE_FIRST },
    [MH_HOOK_AUTHZ] = { "PerlAuthzHandler", "Authz", false, false,
                        MH_RUN_RULE_FIRST },
    [MH_HOOK_TYPE] = { "PerlTypeHandler", "Type", false, false,
                       MH_RUN_RULE_FIRST },
    [MH_HOOK_FIXUP] = { "PerlFixupHandler", "Fixup", false, false,
                        MH_RUN_RULE_ALL },
    [MH_HOOK_RESPONSE] = { "PerlResponseHandler", "Response", false, false,
                           MH_RUN_RULE_FIRST },
    [MH_HOOK_LOG] = { "PerlLogHandler", "Log", false, false, MH_RUN_RULE_ALL },
    [MH_HOOK_CLEANUP] = { "PerlCleanupHandler", "Cleanup", false, false,
                          MH_RUN_RULE_ALL },
    [MH_HOOK_INPUT_FILTER] = { "PerlInputFilterHandler", "InputFilter", false,
                               false, MH_RUN_RULE_VOID },
    [MH_HOOK_OUTPUT_FILTER] = { "PerlOutputFilterHandler", "OutputFilter",
                                false, false, MH_RUN_RULE_VOID },
};

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
