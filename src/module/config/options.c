/*
 * options.c - the words of PerlOptions.
 */
#include "module/config/options.h"

typedef struct {
    const char *name;
    unsigned bit;
    bool server;
    bool directory;
} option_name_t;

static const option_name_t names[] = {
    { "ParseHeaders", MH_PARSE_HEADERS, false, true },
    { "SetupEnv", MH_SETUP_ENV, false, true },
    { "GlobalRequest", MH_GLOBAL_REQUEST, false, true },
    { "MergeHandlers", MH_MERGE_HANDLERS, true, true },
    { "Enable", MH_ENABLE, true, false },
    { "Autoload", MH_AUTOLOAD, true, false },
    { "Parent", MH_PARENT, true, false },
    { "Clone", MH_CLONE, true, false },
    { "InheritSwitches", MH_INHERIT_SWITCHES, true, false },
};

enum { NAMES = sizeof(names) / sizeof(names[0]) };

static const char *list_names(bool server, apr_pool_t *pool);

void mh_options_init(mh_options_t *options, bool server)
{
    *options = (mh_options_t){ 0 };
    if (!server)
        return;
    options->on = MH_ENABLE;
    for (int hook = 0; hook < MH_HOOKS; hook++)
        options->on |= MH_HOOK_OPTION(hook);
}

mh_options_t mh_options_merge(const mh_options_t *base, const mh_options_t *add)
{
    mh_options_t merged;

    if (add->anew)
        return *add;
    merged.added = (base->added & ~add->removed) | add->added;
    merged.removed = (base->removed & ~add->added) | add->removed;
    merged.on = (base->on & ~add->removed) | add->added;
    merged.anew = base->anew;
    return merged;
}

unsigned mh_options_bit(const char *name, bool server)
{
    for (int i = 0; i < NAMES; i++)
        if ((server ? names[i].server : names[i].directory) &&
            !strcasecmp(names[i].name, name))
            return names[i].bit;
    for (int hook = 0; server && hook < MH_HOOKS; hook++)
        if (!strcasecmp(mh_hook_info(hook)->option, name))
            return MH_HOOK_OPTION(hook);
    return 0;
}

const char *mh_options_apply(mh_options_t *options, const char *word,
                             bool server, apr_pool_t *pool)
{
    char action = *word == '+' || *word == '-' ? *word++ : 0;
    unsigned bit;

    if (!strcasecmp(word, "None") || !strcasecmp(word, "Unset")) {
        /* All hooks are off, but the server may switch single ones on again. */
        *options = (mh_options_t){ .anew = true, .on = server ? MH_ENABLE : 0 };
        return NULL;
    }
    bit = mh_options_bit(word, server);
    if (!bit)
        return apr_psprintf(pool,
                            "MH1110: PerlOptions: there is no option %s%s; use "
                            "one of: %s",
                            word,
                            server ? ""
                                   : " in a "
                                     "container",
                            list_names(server, pool));
    if (action == '-') {
        options->removed |= bit;
        options->added &= ~bit;
        options->on &= ~bit;
        return NULL;
    }
    /*
     * mod_perl ignores a name without a sign in a container, so such a name
     * must not switch other options off here.
     */
    if (action == '+' || !server) {
        options->added |= bit;
        options->removed &= ~bit;
    }
    options->on |= bit;
    return NULL;
}

static const char *list_names(bool server, apr_pool_t *pool)
{
    const char *list = "";

    for (int i = 0; i < NAMES; i++)
        if (server ? names[i].server : names[i].directory)
            list = apr_pstrcat(pool, list, names[i].name, " ", NULL);
    for (int hook = 0; server && hook < MH_HOOKS; hook++)
        list = apr_pstrcat(pool, list, mh_hook_info(hook)->option, " ", NULL);
    return apr_pstrcat(pool, list, "None", NULL);
}

bool mh_options_off(const mh_options_t *options, unsigned bit)
{
    return (options->removed & bit) || (options->anew && !(options->on & bit));
}

const char *mh_options_words(const mh_options_t *options, bool server,
                             apr_pool_t *pool)
{
    const char *words = "None";

    for (int i = 0; i < NAMES; i++)
        if ((server ? names[i].server : names[i].directory) &&
            options->on & names[i].bit)
            words = apr_pstrcat(pool, words, " +", names[i].name, NULL);
    for (int hook = 0; server && hook < MH_HOOKS; hook++)
        if (options->on & MH_HOOK_OPTION(hook))
            words = apr_pstrcat(pool, words, " +", mh_hook_info(hook)->option,
                                NULL);
    return words;
}
