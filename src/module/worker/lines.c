/*
 * lines.c - see lines.h.
 */
#include "module/worker/lines.h"

#include <stdlib.h>

#include "mod_core.h"

#include "module/common/role.h"
#include "module/worker/answer.h"
#include "module/worker/server_facts.h"

/* The name of a line whose value is a fact of the request, as httpd spells it;
 * NULL: the line has no such value. */
static const char *fact_of(const ap_directive_t *line)
{
    static const char *const names[] = { "AuthType", "AuthName" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (!strcasecmp(line->directive, names[i]))
            return names[i];
    return NULL;
}

static bool is_known(const ap_directive_t *line)
{
    module *from = ap_top_module;

    return (!line->parent && fact_of(line)) ||
           ap_find_command_in_modules(line->directive, &from);
}

/* The first line that the worker cannot obey, at any depth. */
static ap_directive_t *find_foreign(ap_directive_t *line)
{
    for (; line; line = line->next) {
        ap_directive_t *found = is_known(line) ? find_foreign(line->first_child)
                                               : line;

        if (found)
            return found;
    }
    return NULL;
}

static void take_facts(request_rec *r, ap_directive_t **place)
{
    while (*place) {
        const char *name = fact_of(*place);
        const char *arguments = (*place)->args;

        if (!name) {
            place = &(*place)->next;
            continue;
        }
        mh_server_facts_set_auth(r, name, ap_getword_conf(r->pool, &arguments));
        *place = (*place)->next;
    }
}

const char *mh_lines_take(request_rec *r, ap_directive_t **tree,
                          const ap_directive_t **foreign)
{
    if (!mh_role_is_worker())
        return NULL;
    *foreign = find_foreign(*tree);
    if (*foreign)
        return apr_psprintf(
            r->pool,
            "Invalid command '%s': it is no directive of httpd's core or of "
            "mehari, and this handler runs in a worker of a pool, which has no "
            "other module: write it in the configuration of the place, add it "
            "in a phase before the response, or set PerlUsePool none there",
            (*foreign)->directive);
    take_facts(r, tree);
    return NULL;
}

/* The text of an ErrorDocument begins with a quote, which ap_custom_response()
 * adds again. */
static void send_document(request_rec *r, int status)
{
    const char *text = ap_response_code_string(r, ap_index_of_response(status));

    if (text)
        mh_answer_custom(r, status, *text == '"' ? text + 1 : text);
}

void mh_lines_send(request_rec *r, const ap_directive_t *tree)
{
    for (; tree && mh_role_is_worker(); tree = tree->next)
        if (!strcasecmp(tree->directive, "ErrorDocument"))
            send_document(r, atoi(tree->args));
}
