/*
 * htaccess.c - see htaccess.h.
 */
#include "module/config/htaccess.h"

#include "module/config/config.h"

enum { ROWS_MAX = 128 };

/* The powers of a directive in a .htaccess file. */
typedef enum {
    NEVER,  /* not legal there, whatever PerlHtaccess says */
    VALUE,  /* a value for code that the server's configuration chose */
    SWITCH, /* the same, and its words say nothing of code: On and Off */
    HANDLER /* names code */
} kind_e;

/* One row for each directive and name; a name of NULL is for all. */
typedef struct {
    const char *directive;
    const char *name;
} mh_htaccess_allowed_t;

static const struct {
    const char *name;
    kind_e kind;
} values[] = {
    { "PerlSetVar", VALUE },         { "PerlAddVar", VALUE },
    { "PerlSetEnv", VALUE },         { "PerlOptions", VALUE },
    { "PerlSetInputFilter", VALUE }, { "PerlSetOutputFilter", VALUE },
    { "PerlSendHeader", SWITCH },    { "PerlSetupEnv", SWITCH },
    { "PerlInitHandler", HANDLER },  { "PerlHandler", HANDLER },
};

static command_rec *guarded;           /* the rows that httpd has */
static command_rec original[ROWS_MAX]; /* as they were written */

/* --- what is allowed ---------------------------------------------------- */

static bool is_handler(const char *directive)
{
    for (mh_hook_e hook = 0; hook < MH_HOOKS; hook++)
        if (!strcasecmp(directive, mh_hook_info(hook)->name))
            return mh_hook_info(hook)->scope == MH_SCOPE_ANY;
    return false;
}

/* A directive that is not ours is written in Perl. */
static kind_e kind_of(const char *directive)
{
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
        if (!strcasecmp(directive, values[i].name))
            return values[i].kind;
    if (is_handler(directive))
        return HANDLER;
    for (const command_rec *row = guarded; row->name; row++)
        if (!strcasecmp(directive, row->name))
            return NEVER;
    return SWITCH;
}

const char *mh_htaccess_name(const char *word)
{
    return word + (*word == '+' || *word == '-');
}

bool mh_htaccess_names_code(const char *directive)
{
    return kind_of(directive) == HANDLER;
}

static bool is_named(const mh_htaccess_t *htaccess, const char *directive,
                     const char *word, bool code)
{
    const apr_array_header_t *list = htaccess->allowed;

    for (int i = 0; list && i < list->nelts; i++) {
        const mh_htaccess_allowed_t *row =
            &APR_ARRAY_IDX(list, i, mh_htaccess_allowed_t);

        if (strcasecmp(row->directive, directive) != 0)
            continue;
        if (!row->name ||
            (word &&
             !(code ? strcmp : strcasecmp)(row->name, mh_htaccess_name(word))))
            return true;
    }
    return false;
}

/* PerlSetOutputFilter A;B: each of them. */
static bool all_named(const mh_htaccess_t *htaccess, const char *directive,
                      const char *words, bool code, apr_pool_t *pool)
{
    char *state = NULL;
    char *word;

    if (code || !words || !strpbrk(words, "; \t"))
        return is_named(htaccess, directive, words, code);
    for (word = apr_strtok(apr_pstrdup(pool, words), "; \t", &state); word;
         word = apr_strtok(NULL, "; \t", &state))
        if (!is_named(htaccess, directive, word, code))
            return false;
    return true;
}

/*
 * The owner of a folder for which AllowOverride lets ExecCGI be switched on may
 * run programs anyway: values give him nothing that he does not have.
 */
static bool may_run_programs(const cmd_parms *cmd)
{
    return cmd->override & OR_OPTIONS && cmd->override_opts & OPT_EXECCGI;
}

/* --- lines -------------------------------------------------------------- */

static bool none(const cmd_parms *cmd)
{
    return false;
}

static bool (*is_trusted)(const cmd_parms *cmd) = none;

void mh_htaccess_trusts(bool (*trusted)(const cmd_parms *cmd))
{
    is_trusted = trusted;
}

/* True if cmd is a line of a .htaccess file, and Perl code has not added it. */
static bool is_htaccess(const cmd_parms *cmd)
{
    return cmd->pool == cmd->temp_pool && !is_trusted(cmd);
}

static const char *refuse(cmd_parms *cmd, const char *word, kind_e kind)
{
    if (kind == NEVER)
        return apr_psprintf(cmd->pool,
                            "MH1105: %s is not allowed in .htaccess: it is for "
                            "the server's configuration",
                            cmd->cmd->name);
    return apr_psprintf(
        cmd->pool,
        "MH1127: %s is not allowed in .htaccess here: the server's "
        "configuration must say PerlHtaccess %s%s%s",
        cmd->cmd->name, cmd->cmd->name, word && kind != SWITCH ? " " : "",
        word && kind != SWITCH ? mh_htaccess_name(word) : "");
}

const char *mh_htaccess_refuses(cmd_parms *cmd, const char *word)
{
    const mh_htaccess_t *htaccess;
    kind_e kind;

    if (!is_htaccess(cmd))
        return NULL;
    htaccess = &mh_server_config(cmd->server)->htaccess;
    kind = kind_of(cmd->cmd->name);
    if (kind != NEVER && !htaccess->none && (kind == VALUE || kind == SWITCH) &&
        may_run_programs(cmd))
        return NULL;
    if (kind != NEVER && all_named(htaccess, cmd->cmd->name, word,
                                   kind == HANDLER, cmd->temp_pool))
        return NULL;
    return refuse(cmd, word, kind);
}

/* --- PerlHtaccess -------------------------------------------------------- */

static void allow(cmd_parms *cmd, const char *directive, const char *name)
{
    mh_htaccess_t *htaccess = &mh_server_config(cmd->server)->htaccess;

    if (!htaccess->allowed)
        htaccess->allowed = apr_array_make(cmd->pool, 4,
                                           sizeof(mh_htaccess_allowed_t));
    APR_ARRAY_PUSH(htaccess->allowed, mh_htaccess_allowed_t) =
        (mh_htaccess_allowed_t){ apr_pstrdup(cmd->pool, directive),
                                 name ? apr_pstrdup(cmd->pool, name) : NULL };
}

static const char *wrong(cmd_parms *cmd, const char *directive, kind_e kind,
                         int names)
{
    if (kind == NEVER)
        return apr_psprintf(cmd->pool,
                            "MH1128: PerlHtaccess: %s is never allowed in "
                            ".htaccess: it loads code, or is for the server",
                            directive);
    if (kind != SWITCH && !names)
        return apr_psprintf(
            cmd->pool,
            "MH1129: PerlHtaccess: %s needs names: PerlHtaccess %s NAME ...",
            directive, directive);
    return NULL;
}

const char *mh_htaccess_allow(cmd_parms *cmd, int count, char *const words[])
{
    mh_htaccess_t *htaccess = &mh_server_config(cmd->server)->htaccess;
    const char *why;
    kind_e kind;

    if (!count)
        return wrong(cmd, "DIRECTIVE", VALUE, 0);
    htaccess->said = true;
    if (count == 1 && !strcasecmp(words[0], "None")) {
        htaccess->none = true;
        htaccess->allowed = NULL;
        return NULL;
    }
    kind = kind_of(words[0]);
    why = wrong(cmd, words[0], kind, count - 1);
    if (why)
        return why;
    if (kind == SWITCH)
        allow(cmd, words[0], NULL);
    for (int i = 1; i < count && kind != SWITCH; i++)
        allow(cmd, words[0], mh_htaccess_name(words[i]));
    return NULL;
}

/* --- the guard: one function for each number of arguments ---------------- */

static const command_rec *row_of(const cmd_parms *cmd)
{
    return &original[cmd->cmd - guarded];
}

/* httpd shows the text, so its number comes last. */
static const char *answer(const cmd_parms *cmd, const char *why)
{
    return mh_message(cmd->pool, why);
}

static const char *take_none(cmd_parms *cmd, void *dir)
{
    const char *why = mh_htaccess_refuses(cmd, NULL);

    return answer(cmd, why ? why : row_of(cmd)->AP_NO_ARGS(cmd, dir));
}

static const char *take_raw(cmd_parms *cmd, void *dir, const char *args)
{
    const char *why = mh_htaccess_refuses(cmd, args);

    return answer(cmd, why ? why : row_of(cmd)->AP_RAW_ARGS(cmd, dir, args));
}

static const char *take_one(cmd_parms *cmd, void *dir, const char *a)
{
    const char *why = mh_htaccess_refuses(cmd, a);

    return answer(cmd, why ? why : row_of(cmd)->AP_TAKE1(cmd, dir, a));
}

static const char *take_two(cmd_parms *cmd, void *dir, const char *a,
                            const char *b)
{
    const char *why = mh_htaccess_refuses(cmd, a);

    return answer(cmd, why ? why : row_of(cmd)->AP_TAKE2(cmd, dir, a, b));
}

static const char *take_three(cmd_parms *cmd, void *dir, const char *a,
                              const char *b, const char *c)
{
    const char *why = mh_htaccess_refuses(cmd, a);

    return answer(cmd, why ? why : row_of(cmd)->AP_TAKE3(cmd, dir, a, b, c));
}

static const char *take_all(cmd_parms *cmd, void *dir, int count,
                            char *const words[])
{
    const char *why = mh_htaccess_refuses(cmd, count ? words[0] : NULL);

    return answer(cmd, why ? why
                           : row_of(cmd)->AP_TAKE_ARGV(cmd, dir, count, words));
}

static const char *take_flag(cmd_parms *cmd, void *dir, int on)
{
    const char *why = mh_htaccess_refuses(cmd, NULL);

    return answer(cmd, why ? why : row_of(cmd)->AP_FLAG(cmd, dir, on));
}

static void guard(command_rec *row)
{
    switch (row->args_how) {
    case RAW_ARGS:
        row->AP_RAW_ARGS = take_raw;
        return;
    case NO_ARGS:
        row->AP_NO_ARGS = take_none;
        return;
    case TAKE1:
    case ITERATE:
        row->AP_TAKE1 = take_one;
        return;
    case TAKE2:
    case TAKE12:
    case ITERATE2:
        row->AP_TAKE2 = take_two;
        return;
    case TAKE3:
    case TAKE13:
    case TAKE23:
    case TAKE123:
        row->AP_TAKE3 = take_three;
        return;
    case TAKE_ARGV:
        row->AP_TAKE_ARGV = take_all;
        return;
    case FLAG:
        row->AP_FLAG = take_flag;
        return;
    }
}

/* A module that httpd has not unloaded at a restart is guarded already. */
void mh_htaccess_guard(command_rec *rows, size_t count)
{
    if (guarded)
        return;
    ap_assert(count <= ROWS_MAX);
    guarded = rows;
    memcpy(original, rows, count * sizeof(*rows));
    for (command_rec *row = rows; row->name; row++)
        guard(row);
}
