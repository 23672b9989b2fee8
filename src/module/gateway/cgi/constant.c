/*
 * constant.c - see constant.h.
 *
 * A variable is constant when its value equals the one that the configuration
 * gives, byte for byte, whichever module has set it.
 */
#include "module/gateway/cgi/constant.h"

#include <stdlib.h>

#include "apr_lib.h"
#include "http_core.h"
#include "http_request.h"

#include "module/config/config.h"

typedef struct constants_t {
    request_rec *r;
    apr_array_header_t *names;
} constants_t;

static int is_same(void *value, const char *name, const char *has)
{
    return !strcmp(value, has);
}

/* A table can have a name twice, and so can the environment. */
static void add(constants_t *constants, const char *name, const char *value)
{
    const apr_table_t *variables = constants->r->subprocess_env;

    if (value && apr_table_get(variables, name) &&
        apr_table_do(is_same, (void *)(uintptr_t)value, variables, name, NULL))
        APR_ARRAY_PUSH(constants->names, const char *) = name;
}

/* Variables that ap_add_common_vars() and ap_add_cgi_vars() take from the
 * server. */
static void add_servers(constants_t *constants)
{
    const request_rec *r = constants->r;
    const core_server_config *core = ap_get_core_module_config(
        r->server->module_config);
    const char *path = getenv("PATH");

    add(constants, "PATH", path ? path : DEFAULT_PATH);
    add(constants, "LD_LIBRARY_PATH", getenv("LD_LIBRARY_PATH"));
    add(constants, "SERVER_SOFTWARE", ap_get_server_banner());
    add(constants, "GATEWAY_INTERFACE", "CGI/1.1");
    add(constants, "SERVER_ADMIN", r->server->server_admin);
    /* mod_vhost_alias puts another value into the request, by its Host. */
    add(constants, "DOCUMENT_ROOT", core->ap_document_root);
    add(constants, "SCRIPT_FILENAME", r->filename);
}

/* The script's location, by Alias or the document root. */
static void add_context(constants_t *constants)
{
    request_rec *r = constants->r;
    const char *root = ap_context_document_root(r);

    if (!root || strncmp(r->filename, root, strlen(root)) != 0)
        return;
    add(constants, "CONTEXT_DOCUMENT_ROOT", root);
    add(constants, "CONTEXT_PREFIX", ap_context_prefix(r));
}

static void add_table(constants_t *constants, const apr_table_t *table)
{
    const apr_array_header_t *array = table ? apr_table_elts(table) : NULL;

    for (int i = 0; array && i < array->nelts; i++) {
        apr_table_entry_t *entry = &APR_ARRAY_IDX(array, i, apr_table_entry_t);

        add(constants, entry->key, entry->val);
    }
}

/*
 * Values of SetEnv and PassEnv: mod_env itself sets them, in a request that has
 * no variables yet. Its tables have no public form.
 */
static void add_mod_env(constants_t *constants)
{
    apr_array_header_t *hooks = ap_hook_get_fixups();
    request_rec blank = *constants->r;

    blank.subprocess_env = apr_table_make(blank.pool, 8);
    for (int i = 0; hooks && i < hooks->nelts; i++) {
        ap_LINK_fixups_t *hook = &APR_ARRAY_IDX(hooks, i, ap_LINK_fixups_t);

        if (hook->szName && !strcmp(hook->szName, "mod_env.c"))
            hook->pFunc(&blank);
    }
    add_table(constants, blank.subprocess_env);
}

static bool is_plain(const char *name)
{
    const char *at = name;

    while (apr_isalnum(*at) || *at == '_')
        at++;
    return !*at && !apr_isdigit(*name);
}

/* The name that ap_create_environment() makes of another. */
static const char *name_made_of(apr_pool_t *pool, const char *name)
{
    char *made = apr_pstrmemdup(pool, name, strcspn(name, "="));

    if (apr_isdigit(*made))
        *made = '_';
    for (char *at = made; *at; at++)
        if (!apr_isalnum(*at))
            *at = '_';
    return made;
}

static void drop(const constants_t *constants, const char *name)
{
    int left = 0;

    for (int i = 0; i < constants->names->nelts; i++) {
        const char *each = APR_ARRAY_IDX(constants->names, i, const char *);

        if (strcmp(each, name) != 0)
            APR_ARRAY_IDX(constants->names, left++, const char *) = each;
    }
    constants->names->nelts = left;
}

/* X-USER becomes X_USER, beside the one that the configuration gives. */
static void drop_doubles(const constants_t *constants)
{
    const apr_array_header_t *all = apr_table_elts(
        constants->r->subprocess_env);

    for (int i = 0; i < all->nelts; i++) {
        const char *name = APR_ARRAY_IDX(all, i, apr_table_entry_t).key;

        if (!is_plain(name))
            drop(constants, name_made_of(constants->r->pool, name));
    }
}

apr_array_header_t *mh_constant_names(request_rec *r)
{
    constants_t constants = { r, apr_array_make(r->pool, 16,
                                                sizeof(const char *)) };

    add_servers(&constants);
    add_context(&constants);
    add_mod_env(&constants);
    add_table(&constants, mh_server_config(r->server)->env);
    add_table(&constants, mh_dir_config(r)->env);
    drop_doubles(&constants);
    return constants.names;
}
