/*
 * hook.h - the table of hooks that can have Perl handlers: directive, scope,
 * run mode. One row a phase; httpd's directives, the rules of .htaccess, phases
 * and push_handlers are made from this table.
 */
#ifndef MEHARI_MODULE_CONFIG_HOOK_H
#define MEHARI_MODULE_CONFIG_HOOK_H

#include "module/common/mehari.h"

/* The part of the configuration that has handlers. */
typedef enum {
    MH_SCOPE_PROCESS, /* a server, for no request: hosts inherit no handler */
    MH_SCOPE_SERVER,  /* a server */
    MH_SCOPE_ANY      /* a server, and each container */
} mh_scope_e;

typedef enum {
    MH_RUN_RULE_ALL,   /* until one returns neither OK nor DECLINED */
    MH_RUN_RULE_FIRST, /* until one does not return DECLINED */
    MH_RUN_RULE_VOID   /* all of them, whatever they return */
} mh_run_rule_e;

/* Each phase: its hook, the word for PerlOptions ("Fixup", so the directive is
 * PerlFixupHandler), scope, rule, and the time for httpd's help. */
/* clang-format off */
#define MH_HOOK_TABLE(row) \
    row(MH_HOOK_OPEN_LOGS, "OpenLogs", MH_SCOPE_PROCESS, \
        MH_RUN_RULE_ALL, "logs are opened") \
    row(MH_HOOK_POST_CONFIG, "PostConfig", MH_SCOPE_PROCESS, \
        MH_RUN_RULE_ALL, "the configuration has been read") \
    row(MH_HOOK_CHILD_INIT, "ChildInit", MH_SCOPE_PROCESS, \
        MH_RUN_RULE_VOID, "a child starts") \
    row(MH_HOOK_CHILD_EXIT, "ChildExit", MH_SCOPE_PROCESS, \
        MH_RUN_RULE_VOID, "a child ends") \
    row(MH_HOOK_PRE_CONNECTION, "PreConnection", MH_SCOPE_SERVER, \
        MH_RUN_RULE_ALL, "a client has connected") \
    row(MH_HOOK_PROCESS_CONNECTION, "ProcessConnection", MH_SCOPE_SERVER, \
        MH_RUN_RULE_FIRST, "the whole of a connection") \
    row(MH_HOOK_POST_READ_REQUEST, "PostReadRequest", MH_SCOPE_SERVER, \
        MH_RUN_RULE_ALL, "a request has been read") \
    row(MH_HOOK_TRANS, "Trans", MH_SCOPE_SERVER, \
        MH_RUN_RULE_FIRST, "URI to file") \
    row(MH_HOOK_MAP_TO_STORAGE, "MapToStorage", MH_SCOPE_SERVER, \
        MH_RUN_RULE_FIRST, "per-directory configuration") \
    row(MH_HOOK_HEADER_PARSER, "HeaderParser", MH_SCOPE_ANY, \
        MH_RUN_RULE_ALL, "header parser") \
    row(MH_HOOK_ACCESS, "Access", MH_SCOPE_ANY, \
        MH_RUN_RULE_ALL, "access by host") \
    row(MH_HOOK_AUTHEN, "Authen", MH_SCOPE_ANY, \
        MH_RUN_RULE_FIRST, "who is the user") \
    row(MH_HOOK_AUTHZ, "Authz", MH_SCOPE_ANY, \
        MH_RUN_RULE_FIRST, "may they enter") \
    row(MH_HOOK_TYPE, "Type", MH_SCOPE_ANY, \
        MH_RUN_RULE_FIRST, "content type") \
    row(MH_HOOK_FIXUP, "Fixup", MH_SCOPE_ANY, \
        MH_RUN_RULE_ALL, "last before the response") \
    row(MH_HOOK_RESPONSE, "Response", MH_SCOPE_ANY, \
        MH_RUN_RULE_FIRST, "the response") \
    row(MH_HOOK_LOG, "Log", MH_SCOPE_ANY, \
        MH_RUN_RULE_ALL, "logging") \
    row(MH_HOOK_CLEANUP, "Cleanup", MH_SCOPE_ANY, \
        MH_RUN_RULE_ALL, "after the client has been served") \
    row(MH_HOOK_INPUT_FILTER, "InputFilter", MH_SCOPE_ANY, \
        MH_RUN_RULE_VOID, "what comes from the client") \
    row(MH_HOOK_OUTPUT_FILTER, "OutputFilter", MH_SCOPE_ANY, \
        MH_RUN_RULE_VOID, "what goes to the client")
/* clang-format on */

#define MH_HOOK_ENTRY(hook, option, scope, rule, help) hook,
typedef enum {
    MH_HOOK_TABLE(MH_HOOK_ENTRY) MH_HOOKS,
    MH_HOOK_NONE = MH_HOOKS
} mh_hook_e;
#undef MH_HOOK_ENTRY

typedef struct {
    const char *name;   /* "PerlFixupHandler" */
    const char *option; /* "Fixup" */
    mh_scope_e scope;
    mh_run_rule_e run;
} mh_hook_info_t;

const mh_hook_info_t *mh_hook_info(mh_hook_e hook);

/*
 * The hook of that directive name ("PerlFixupHandler"; PerlHandler is
 * PerlResponseHandler), or MH_HOOK_NONE. Case matters, as in mod_perl.
 */
mh_hook_e mh_hook_find(const char *name);

#endif
