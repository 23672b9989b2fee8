/*
 * config.c - creation and merging of what directives.c fills in.
 */
#include "module/config/config.h"

static apr_table_t *merge_vars(apr_pool_t *pool, apr_table_t *base,
                               apr_table_t *add, apr_table_t *add_set);
static apr_table_t *merge_keys(apr_pool_t *pool, apr_table_t *base,
                               apr_table_t *add);
static void merge_handlers(apr_pool_t *pool, apr_array_header_t **merged,
                           apr_array_header_t **base, apr_array_header_t **add,
                           bool both);
static apr_array_header_t *merge_lists(apr_pool_t *pool,
                                       apr_array_header_t *base,
                                       apr_array_header_t *add, bool both);

static mh_dir_config_t *merge_directories(apr_pool_t *pool,
                                          mh_dir_config_t *base,
                                          mh_dir_config_t *add);

/* Seconds: long enough for what a user waits for, shorter than Timeout. */
enum { INTERP_WAIT = 30 };

static bool uses_perl; /* any directive of this configuration needs it */
static server_rec *base_server;

void mh_config_reset(void)
{
    uses_perl = false;
}

server_rec *mh_config_base_server(server_rec *s)
{
    return s->is_virtual && base_server ? base_server : s;
}

void mh_config_note_use(void)
{
    uses_perl = true;
}

void mh_config_note_said(cmd_parms *cmd, const char *directive,
                         const char *word)
{
    mh_config_said_t *said =
        &APR_ARRAY_PUSH(mh_server_config(cmd->server)->said, mh_config_said_t);

    said->directive = directive;
    said->word = apr_pstrdup(cmd->pool, word);
}

bool mh_config_uses_perl(void)
{
    return uses_perl;
}

void *mh_create_server_config(apr_pool_t *pool, server_rec *s)
{
    mh_server_config_t *config = apr_pcalloc(pool, sizeof(*config));

    if (!s->is_virtual)
        base_server = s;
    config->server = s;
    mh_options_init(&config->options, true);
    config->switches = apr_array_make(pool, 1, sizeof(char *));
    config->loads = apr_array_make(pool, 1, sizeof(mh_load_t *));
    config->late_loads = apr_array_make(pool, 1, sizeof(mh_load_t *));
    config->folders = apr_array_make(pool, 1, sizeof(char *));
    config->said = apr_array_make(pool, 1, sizeof(mh_config_said_t));
    config->vars = apr_table_make(pool, 2);
    config->vars_set = apr_table_make(pool, 2);
    config->env = apr_table_make(pool, 2);
    config->pass_env = apr_table_make(pool, 2);
    for (int i = 0; i < MH_INTERP_NUMBERS; i++)
        config->interp[i] = -1;
    config->interp_wait = INTERP_WAIT;
    mh_config_cgi_server_init(&config->cgi);
    return config;
}

static void merge_htaccess(mh_htaccess_t *merged, const mh_htaccess_t *base,
                           const mh_htaccess_t *add, apr_pool_t *pool)
{
    *merged = *add;
    if (!add->said) {
        *merged = *base;
        return;
    }
    if (add->none || !base->allowed)
        return;
    merged->allowed = add->allowed
                          ? apr_array_append(pool, base->allowed, add->allowed)
                          : base->allowed;
}

/*
 * Modules to load and switches belong to the base server's interpreter and are
 * not merged: each virtual host would load them again.
 */
void *mh_merge_server_config(apr_pool_t *pool, void *base_, void *add_)
{
    mh_server_config_t *base = base_;
    mh_server_config_t *add = add_;
    mh_server_config_t *config = apr_pmemdup(pool, add, sizeof(*add));

    config->options = mh_options_merge(&base->options, &add->options);
    config->vars = merge_vars(pool, base->vars, add->vars, add->vars_set);
    config->env = apr_table_overlay(pool, base->env, add->env);
    apr_table_compress(config->env, APR_OVERLAP_TABLES_SET);
    config->pass_env = apr_table_overlay(pool, base->pass_env, add->pass_env);
    for (int i = 0; i < MH_INTERP_NUMBERS; i++)
        if (add->interp[i] < 0)
            config->interp[i] = base->interp[i];
    if (!add->interp_wait_set)
        config->interp_wait = base->interp_wait;
    merge_handlers(pool, config->handlers, base->handlers, add->handlers,
                   config->options.on & MH_MERGE_HANDLERS);
    merge_htaccess(&config->htaccess, &base->htaccess, &add->htaccess, pool);
    mh_config_cgi_server_merge(&config->cgi, &base->cgi, &add->cgi);
    return config;
}

void *mh_create_dir_config(apr_pool_t *pool, char *location)
{
    mh_dir_config_t *config = apr_pcalloc(pool, sizeof(*config));

    config->location = location ? apr_pstrdup(pool, location) : NULL;
    mh_options_init(&config->options, false);
    return config;
}

/*
 * The configuration that a container adds to usually has no directive of ours.
 */
static bool is_empty(const mh_dir_config_t *config)
{
    for (int hook = 0; hook < MH_HOOKS; hook++)
        if (config->handlers[hook])
            return false;
    return !config->location && !config->vars && !config->env &&
           !config->speed && mh_config_cgi_dir_is_empty(&config->cgi) &&
           !config->psgi.file && !config->profile.state && !config->timing &&
           !config->page_subs && !config->options.added &&
           !config->options.removed && !config->options.anew;
}

/*
 * Directories are merged for each request, so nothing is copied without need.
 */
void *mh_merge_dir_config(apr_pool_t *pool, void *base_, void *add_)
{
    mh_dir_config_t *base = base_;
    mh_dir_config_t *add = add_;

    if (is_empty(base))
        return add;
    return merge_directories(pool, base, add);
}

static mh_dir_config_t *
merge_directories(apr_pool_t *pool, mh_dir_config_t *base, mh_dir_config_t *add)
{
    mh_dir_config_t *config = apr_palloc(pool, sizeof(*config));

    config->location = add->location ? add->location : base->location;
    config->options = mh_options_merge(&base->options, &add->options);
    config->vars = merge_vars(pool, base->vars, add->vars, add->vars_set);
    /* Sections are merged with one another before they meet the server's. */
    config->vars_set = merge_keys(pool, base->vars_set, add->vars_set);
    config->env = merge_keys(pool, base->env, add->env);
    merge_handlers(pool, config->handlers, base->handlers, add->handlers,
                   config->options.on & MH_MERGE_HANDLERS);
    config->speed = add->speed ? add->speed : base->speed;
    mh_config_cgi_dir_merge(&config->cgi, &base->cgi, &add->cgi);
    config->psgi = add->psgi.file ? add->psgi : base->psgi;
    config->timing = add->timing ? add->timing : base->timing;
    config->profile = add->profile.state ? add->profile : base->profile;
    config->page_subs = add->page_subs ? add->page_subs : base->page_subs;
    return config;
}

/* Every key once; the inner value counts. */
static apr_table_t *merge_keys(apr_pool_t *pool, apr_table_t *base,
                               apr_table_t *add)
{
    apr_table_t *merged;

    if (!base || !add)
        return add ? add : base;
    merged = apr_table_overlay(pool, base, add);
    apr_table_compress(merged, APR_OVERLAP_TABLES_SET);
    return merged;
}

/*
 * A key that is set below drops the values from above; a key that is only added
 * to keeps them in front.
 */
static apr_table_t *merge_vars(apr_pool_t *pool, apr_table_t *base,
                               apr_table_t *add, apr_table_t *add_set)
{
    apr_table_t *merged;
    const apr_array_header_t *set;

    if (!add || apr_is_empty_table(add))
        return base;
    if (!base || apr_is_empty_table(base))
        return add;
    merged = apr_table_copy(pool, base);
    set = apr_table_elts(add_set);
    for (int i = 0; i < set->nelts; i++)
        apr_table_unset(merged, APR_ARRAY_IDX(set, i, apr_table_entry_t).key);
    return apr_table_overlay(pool, merged, add);
}

static void merge_handlers(apr_pool_t *pool, apr_array_header_t **merged,
                           apr_array_header_t **base, apr_array_header_t **add,
                           bool both)
{
    for (int hook = 0; hook < MH_HOOKS; hook++)
        merged[hook] = mh_hook_info(hook)->scope == MH_SCOPE_PROCESS
                           ? add[hook]
                           : merge_lists(pool, base[hook], add[hook], both);
}

static apr_array_header_t *merge_lists(apr_pool_t *pool,
                                       apr_array_header_t *base,
                                       apr_array_header_t *add, bool both)
{
    if (!base || !add)
        return add ? add : base;
    return both ? apr_array_append(pool, base, add) : add;
}

void mh_config_ensure(server_rec *s)
{
    apr_pool_t *pool = s->process->pconf;

    if (!ap_get_module_config(s->module_config, &perl_module))
        ap_set_module_config(s->module_config, &perl_module,
                             mh_create_server_config(pool, s));
    if (!ap_get_module_config(s->lookup_defaults, &perl_module))
        ap_set_module_config(s->lookup_defaults, &perl_module,
                             mh_create_dir_config(pool, NULL));
}

void mh_config_ensure_all(server_rec *s)
{
    for (server_rec *each = s; each; each = each->next)
        mh_config_ensure(each);
}

int mh_option_enabled(request_rec *r, server_rec *s, const char *name)
{
    unsigned bit = mh_options_bit(name, r == NULL);

    if (!bit)
        return -1;
    if (r)
        return (mh_dir_config(r)->options.on & bit) != 0;
    mh_config_ensure(s);
    return (mh_server_config(s)->options.on & bit) != 0;
}

bool mh_hook_enabled(const server_rec *s, mh_hook_e hook)
{
    unsigned both = MH_ENABLE | MH_HOOK_OPTION(hook);

    return (mh_server_config(s)->options.on & both) == both;
}

/* While the configuration is read, hosts do not have the server's options. */
bool mh_config_wants_parent(const server_rec *s, const server_rec *main)
{
    const mh_server_config_t *config = mh_server_config(s);
    const mh_server_config_t *outer = mh_server_config(main);
    unsigned both = MH_ENABLE | MH_PARENT;
    mh_options_t options;

    if (!s->is_virtual || !config || !outer)
        return false;
    options = mh_options_merge(&outer->options, &config->options);
    return (options.on & both) == both;
}
