/*
 * hook.h - the table of hooks that can have Perl handlers: directive, scope,
 * run mode. One row a phase; directives, phases and push_handlers read it.
 */
#ifndef MEHARI_MODULE_CONFIG_HOOK_H
#define MEHARI_MODULE_CONFIG_HOOK_H

#include "module/common/mehari.h"

typedef enum {
    MH_HOOK_OPEN_LOGS,
    MH_HOOK_POST_CONFIG,
    MH_HOOK_CHILD_INIT,
    MH_HOOK_CHILD_EXIT,
    MH_HOOK_PRE_CONNECTION,
    MH_HOOK_PROCESS_CONNECTION,
    MH_HOOK_POST_READ_REQUEST,
    MH_HOOK_TRANS,
    MH_HOOK_MAP_TO_STORAGE,
    MH_HOOK_HEADER_PARSER,
    MH_HOOK_ACCESS,
    MH_HOOK_AUTHEN,
    MH_HOOK_AUTHZ,
    MH_HOOK_TYPE,
    MH_HOOK_FIXUP,
    MH_HOOK_RESPONSE,
    MH_HOOK_LOG,
    MH_HOOK_CLEANUP,
    MH_HOOK_INPUT_FILTER,
    MH_HOOK_OUTPUT_FILTER,
    MH_HOOKS,
    MH_HOOK_NONE = MH_HOOKS
} mh_hook_e;

typedef enum {
    MH_RUN_RULE_ALL,   /* until something else than OK or DECLINED */
    MH_RUN_RULE_FIRST, /* until something else than DECLINED */
    MH_RUN_RULE_VOID   /* all of them, whatever they say */
} mh_run_rule_e;

typedef struct {
    const char *name;   /* "PerlFixupHandler" */
    const char *option; /* "Fixup", the word for PerlOptions */
    bool per_server;    /* server config only; else any container as well */
    bool of_process;    /* for no request: hosts inherit no handler */
    mh_run_rule_e run;
} mh_hook_info_t;

const mh_hook_info_t *mh_hook_info(mh_hook_e hook);

/*
 * The hook of that directive name ("PerlFixupHandler"; PerlHandler is
 * PerlResponseHandler), or MH_HOOK_NONE. Case matters, as in mod_perl.
 */
mh_hook_e mh_hook_find(const char *name);

#endif
