/*
 * answer_names.c - see answer_names.h.
 */
#include "module/gateway/worker/answer_names.h"

#include "http_config.h"

/* Tables of names (keys), by kind. In pconf. */
static apr_table_t *names[2];

void mh_gateway_answer_names_reset(apr_pool_t *pconf)
{
    names[MH_ANSWER_NOTES] = apr_table_make(pconf, 8);
    names[MH_ANSWER_ENVIRONMENT] = apr_table_make(pconf, 8);
}

static void add(char kind, const char *name, size_t size)
{
    apr_table_t *to =
        names[kind == 'n' ? MH_ANSWER_NOTES : MH_ANSWER_ENVIRONMENT];

    apr_table_set(to, apr_pstrmemdup(apr_table_elts(to)->pool, name, size), "");
}

/* "%>{NAME}e": between % and { there are conditions on the status. */
static void add_format(const char *format)
{
    for (const char *at = strchr(format, '%'); at; at = strchr(at + 1, '%')) {
        const char *name = at + 1 + strspn(at + 1, "!<>+-,0123456789");
        size_t size = *name == '{' ? strcspn(++name, "}") : 0;

        if (size && name[size] == '}' &&
            (name[size + 1] == 'n' || name[size + 1] == 'e'))
            add(name[size + 1], name, size);
    }
}

static bool is_of_a_log(const ap_directive_t *directive)
{
    static const char *const all[] = { "LogFormat", "CustomLog", "GlobalLog",
                                       "ErrorLogFormat" };

    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        if (!strcasecmp(directive->directive, all[i]))
            return true;
    return false;
}

void mh_gateway_answer_names_add(const ap_directive_t *tree)
{
    for (const ap_directive_t *at = tree; at; at = at->next) {
        if (is_of_a_log(at) && at->args)
            add_format(at->args);
        mh_gateway_answer_names_add(at->first_child);
    }
}

bool mh_gateway_answer_names_has(mh_gateway_answer_names_e what,
                                 const char *name)
{
    return apr_table_get(names[what], name) != NULL;
}
