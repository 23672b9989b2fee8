/*
 * filter_names.c - see filter_names.h.
 */
#include "module/filter/filter_names.h"

#include "module/config/config.h"
#include "module/request/handler.h"

static const char *add_names(cmd_parms *cmd, mh_dir_config_t *dir,
                             const char *names, mh_hook_e hook)
{
    apr_array_header_t **list = &dir->handlers[hook];
    char *copy = apr_pstrdup(cmd->pool, names);
    int before = *list ? (*list)->nelts : 0;
    char *state = NULL;

    if (!*list)
        *list = apr_array_make(cmd->pool, 2, sizeof(mh_handler_t *));
    for (char *name = apr_strtok(copy, "; \t", &state); name;
         name = apr_strtok(NULL, "; \t", &state)) {
        mh_handler_t *handler = apr_pcalloc(cmd->pool, sizeof(*handler));

        handler->pool = cmd->pool;
        handler->name = name;
        handler->httpds = true;
        APR_ARRAY_PUSH(*list, mh_handler_t *) = handler;
    }
    mh_handlers_exist[hook] = true;
    return (*list)->nelts > before
               ? NULL
               : apr_psprintf(cmd->pool,
                              "MH1117: %s takes the names of filters, "
                              "separated by ;",
                              cmd->cmd->name);
}

const char *mh_filter_names_input(cmd_parms *cmd, void *dir, const char *names)
{
    return add_names(cmd, dir, names, MH_HOOK_INPUT_FILTER);
}

const char *mh_filter_names_output(cmd_parms *cmd, void *dir, const char *names)
{
    return add_names(cmd, dir, names, MH_HOOK_OUTPUT_FILTER);
}
