/*
 * filter_names.c - see filter_names.h.
 */
#include "filter_names.h"

#include "../config/config.h"

static const char *add_names(cmd_parms *cmd, apr_array_header_t **list,
                             const char *names)
{
    char *state = NULL;
    char *copy = apr_pstrdup(cmd->pool, names);
    int before = *list ? (*list)->nelts : 0;

    if (!*list)
        *list = apr_array_make(cmd->pool, 2, sizeof(char *));
    for (char *name = apr_strtok(copy, "; \t", &state); name;
         name = apr_strtok(NULL, "; \t", &state))
        APR_ARRAY_PUSH(*list, char *) = name;
    return (*list)->nelts > before
               ? NULL
               : apr_psprintf(cmd->pool,
                              "%s takes the names of filters, "
                              "separated by ;",
                              cmd->cmd->name);
}

const char *mh_filter_names_input(cmd_parms *cmd, void *dir, const char *names)
{
    return add_names(cmd, &((mh_dir_config_t *)dir)->input_filters, names);
}

const char *mh_filter_names_output(cmd_parms *cmd, void *dir, const char *names)
{
    return add_names(cmd, &((mh_dir_config_t *)dir)->output_filters, names);
}

/* httpd logs a name that it does not know. */
static void insert_filters(request_rec *r)
{
    const mh_dir_config_t *dir = mh_dir_config(r);
    const apr_array_header_t *list = dir->input_filters;

    for (int i = 0; list && i < list->nelts; i++)
        ap_add_input_filter(APR_ARRAY_IDX(list, i, char *), NULL, r,
                            r->connection);
    list = dir->output_filters;
    for (int i = 0; list && i < list->nelts; i++)
        ap_add_output_filter(APR_ARRAY_IDX(list, i, char *), NULL, r,
                             r->connection);
}

void mh_filter_names_register(void)
{
    ap_hook_insert_filter(insert_filters, NULL, NULL, APR_HOOK_LAST);
}
