/*
 * custom_directive.c - from the description of a directive to a row for httpd,
 * and from a line of configuration to a call of its sub.
 */
#include "module/custom/custom_directive.h"

#include "module/request/xs_provider.h"
#include "module/api/core/constants.h"
#include "module/api/core/object.h"
#include "module/perl/call.h"
#include "module/perl/interpreter.h"
#include "module/perl/parent.h"
#include "module/perl/turn.h"
#include "module/perl/library.h"
#include "module/life/startup.h"
#include "module/config/htaccess.h"
#include "module/config/config.h"

enum { MOST_ARGUMENTS = 3 };

/* A line of configuration on its way to Perl. */
typedef struct {
    const mh_custom_directive_t *directive;
    cmd_parms *cmd;
    mh_custom_config_t *config; /* of the section */
    apr_pool_t *pool;           /* lives as long as the call */
    int count;
    const char *const *words;
    bool declined;
} setting_t;

static const char *take_line(cmd_parms *cmd, void *config, int count,
                             const char *const *words);
static const char *obey(setting_t *line);
static void call_sub(pTHX_ void *data);

/* --- one function for each number of arguments ------------------------- */

static const char *take_none(cmd_parms *cmd, void *config)
{
    return take_line(cmd, config, 0, NULL);
}

static const char *take_one(cmd_parms *cmd, void *config, const char *a)
{
    return take_line(cmd, config, 1, &a);
}

static const char *take_two(cmd_parms *cmd, void *config, const char *a,
                            const char *b)
{
    const char *words[] = { a, b };

    return take_line(cmd, config, b ? 2 : 1, words);
}

static const char *take_three(cmd_parms *cmd, void *config, const char *a,
                              const char *b, const char *c)
{
    const char *words[MOST_ARGUMENTS] = { a, b, c };

    return take_line(cmd, config, c ? 3 : b ? 2 : 1, words);
}

static const char *take_flag(cmd_parms *cmd, void *config, int on)
{
    const char *word = on ? "1" : "0";

    return take_line(cmd, config, 1, &word);
}

static const char *take_all(cmd_parms *cmd, void *config, int argc,
                            char *const argv[])
{
    return take_line(cmd, config, argc, (const char *const *)argv);
}

static bool set_function(command_rec *row)
{
    switch (row->args_how) {
    case RAW_ARGS:
        row->AP_RAW_ARGS = take_one;
        return true;
    case TAKE1:
    case ITERATE:
        row->AP_TAKE1 = take_one;
        return true;
    case TAKE2:
    case TAKE12:
    case ITERATE2:
        row->AP_TAKE2 = take_two;
        return true;
    case TAKE3:
    case TAKE13:
    case TAKE23:
    case TAKE123:
        row->AP_TAKE3 = take_three;
        return true;
    case TAKE_ARGV:
        row->AP_TAKE_ARGV = take_all;
        return true;
    case FLAG:
        row->AP_FLAG = take_flag;
        return true;
    case NO_ARGS:
        row->AP_NO_ARGS = take_none;
        return true;
    }
    return false;
}

/* --- descriptions ----------------------------------------------------- */

static const mh_const_t *constant_named(const char *group, const char *name)
{
    for (const mh_const_group_t *g = mh_const_apache; g->name; g++) {
        if (strcmp(g->name, group) != 0)
            continue;
        for (const mh_const_t *row = g->rows; row->name; row++)
            if (!strcmp(row->name, name))
                return row;
    }
    return NULL;
}

/* A number, or the name of a constant as in mod_perl 1. */
static bool number_of(pTHX_ SV *sv, const char *group, int *number)
{
    const mh_const_t *row;

    if (looks_like_number(sv)) {
        *number = (int)SvIV(sv);
        return true;
    }
    row = constant_named(group, SvPV_nolen(sv));
    if (row)
        *number = (int)row->number;
    return row != NULL;
}

static SV *given(pTHX_ HV *description, const char *key)
{
    SV **value = hv_fetch(description, key, (I32)strlen(key), 0);

    return value && SvOK(*value) ? *value : NULL;
}

static const char *bad(apr_pool_t *pool, const char *name, const char *key,
                       SV *value, const char *wanted)
{
    dTHXa(mehari.perl);

    return apr_psprintf(pool, "directive %s: %s is %s; it must be %s", name,
                        key, mh_describe(aTHX_ value), wanted);
}

/* A code reference, or a name: without a package it is one of the module's. */
static SV *code_for(pTHX_ mh_custom_module_t *m, SV *func, const char *name)
{
    if (func && SvROK(func))
        return newSVsv(func);
    name = func ? SvPV_nolen(func) : name + (*name == '<');
    return strstr(name, "::") || strchr(name, '\'')
               ? newSVpv(name, 0)
               : newSVpvf("%s::%s", m->record.name, name);
}

static const char *describe(pTHX_ mh_custom_module_t *m, SV *given_,
                            command_rec *row, mh_custom_directive_t *directive,
                            apr_pool_t *pool)
{
    HV *description;
    SV *value;
    int how = TAKE1;

    if (!SvROK(given_) || SvTYPE(SvRV(given_)) != SVt_PVHV)
        return apr_psprintf(pool,
                            "a directive is described by a reference "
                            "to a hash, not by %s",
                            mh_describe(aTHX_ given_));
    description = (HV *)SvRV(given_);
    value = given(aTHX_ description, "name");
    if (!value || !SvCUR(value))
        return "a directive needs a name";
    row->name = apr_pstrdup(pool, SvPV_nolen(value));
    value = given(aTHX_ description, "args_how");
    if (value && !number_of(aTHX_ value, "cmd_how", &how))
        return bad(pool, row->name, "args_how", value,
                   "one of the constants "
                   ":cmd_how");
    row->args_how = (enum cmd_how)how;
    if (!set_function(row))
        return bad(pool, row->name, "args_how", value,
                   "one of the constants "
                   ":cmd_how");
    row->req_override = OR_ALL;
    value = given(aTHX_ description, "req_override");
    if (value && !number_of(aTHX_ value, "override", &row->req_override))
        return bad(pool, row->name, "req_override", value,
                   "made of the "
                   "constants :override");
    value = given(aTHX_ description, "errmsg");
    row->errmsg = value ? apr_pstrdup(pool, SvPV_nolen(value)) : NULL;
    value = given(aTHX_ description, "cmd_data");
    directive->info = value ? newSVsv(value) : NULL;
    directive->code = code_for(aTHX_ m, given(aTHX_ description, "func"),
                               row->name);
    directive->module = m;
    row->cmd_data = directive;
    return NULL;
}

const char *mh_custom_directives_make(pTHX_ mh_custom_module_t *m,
                                      AV *descriptions, apr_pool_t *pool)
{
    int count = (int)(av_top_index(descriptions) + 1);
    command_rec *rows = apr_pcalloc(pool, sizeof(*rows) * (count + 1));
    const char *why = NULL;

    m->directives = apr_pcalloc(pool, sizeof(*m->directives) * (count + 1));
    m->count = count;
    m->record.cmds = rows;
    for (int i = 0; i < count && !why; i++) {
        SV **description = av_fetch(descriptions, i, 0);

        why = describe(aTHX_ m, description ? *description : &PL_sv_undef,
                       &rows[i], &m->directives[i], pool);
    }
    if (why)
        mh_custom_directives_forget(m);
    return why;
}

void mh_custom_directives_forget(mh_custom_module_t *m)
{
    for (int i = 0; i < m->count; i++) {
        mh_turn_discard(m->directives[i].code, m->generation);
        mh_turn_discard(m->directives[i].info, m->generation);
        m->directives[i].code = m->directives[i].info = NULL;
    }
}

/* --- a line of configuration ------------------------------------------ */

static bool is_custom(const command_rec *cmd)
{
    return cmd->func.no_args == take_none || cmd->func.take1 == take_one ||
           cmd->func.take2 == take_two || cmd->func.take3 == take_three ||
           cmd->func.take_argv == take_all || cmd->func.flag == take_flag;
}

SV *mh_custom_directive_info(const cmd_parms *cmd)
{
    const mh_custom_directive_t *directive = cmd->cmd->cmd_data;
    SV *info = is_custom(cmd->cmd) ? directive->info : NULL;
    dTHXa(mehari.perl);

    if (!info || directive->module->generation == mehari.generation)
        return info;
    /* The value is in another interpreter: only text can come from there. */
    return SvPOK(info) ? newSVpvn_flags(SvPVX(info), SvCUR(info),
                                        SVs_TEMP | SvUTF8(info))
                       : NULL;
}

/* The sub sees the objects of its server and of its section: make them. */
static const char *make_objects(pTHX_ setting_t *line, SV *parms)
{
    mh_custom_module_t *m = line->directive->module;
    mh_custom_config_t *server =
        ap_get_module_config(line->cmd->server->module_config, &m->record);
    const char *why = mh_custom_config_make(aTHX_ m, line->config, "DIR_CREATE",
                                            parms);

    if (!why && server)
        why = mh_custom_config_make(aTHX_ m, server, "SERVER_CREATE", parms);
    return why;
}

/* The module's subs are needed in the interpreter of the line's host. */
static const char *load_module_here(pTHX_ const mh_custom_module_t *m,
                                    apr_pool_t *pool)
{
    return m->generation == mehari.generation
               ? NULL
               : mh_require_module(aTHX_ m->record.name, pool);
}

static const char *take_line(cmd_parms *cmd, void *config, int count,
                             const char *const *words)
{
    setting_t line = { .directive = cmd->cmd->cmd_data,
                       .cmd = cmd,
                       .config = config,
                       .count = count,
                       .words = words };
    const char *why;

    if (!mehari.perl)
        return "MH1121: Perl is not running";
    why = mh_htaccess_refuses(cmd, count ? words[0] : NULL);
    if (why)
        return mh_message(cmd->pool, why);
    /*
     * A directive in a .htaccess file is read during a request, so it needs the
     * turn.
     */
    mh_turn_take(MH_TURN_EVER);
    why = mehari.starting ? mh_startup_host(cmd) : NULL;
    mh_parent_enter(cmd->server);
    if (!why)
        why = obey(&line);
    mh_parent_leave();
    mh_turn_leave();
    if (why)
        return mh_message(cmd->pool,
                          apr_pstrcat(cmd->pool, "MH1122: ", why, NULL));
    return line.declined ? DECLINE_CMD : NULL;
}

static const char *obey(setting_t *line)
{
    cmd_parms *cmd = line->cmd;
    const char *why;
    dTHXa(mehari.perl);

    /* $parms is no longer what it was when the next directive comes. */
    apr_pool_create(&line->pool, cmd->temp_pool);
    ENTER;
    SAVETMPS;
    why = load_module_here(aTHX_ line->directive->module, cmd->pool);
    if (!why)
        why = make_objects(aTHX_ line,
                           mh_object(aTHX_ MH_CMD_PARMS, cmd, line->pool));
    if (!why && !mh_call_c(aTHX_ call_sub, line))
        why = mh_error_text(aTHX_ cmd->pool);
    FREETMPS;
    LEAVE;
    apr_pool_destroy(line->pool);
    if (mehari.starting)
        mh_xs_providers_adopt(aTHX);
    return why;
}

/* A module may inherit the subs of its directives. */
static CV *sub_of(pTHX_ const char *name)
{
    const char *last = name;
    HV *stash;
    GV *method;

    for (const char *at = name; (at = strstr(at, "::")); at += 2)
        last = at;
    if (last == name)
        return get_cv(name, 0);
    stash = gv_stashpvn(name, (U32)(last - name), 0);
    method = stash ? gv_fetchmethod_autoload(stash, last + 2, FALSE) : NULL;
    return method ? GvCV(method) : NULL;
}

static SV *code_of(pTHX_ const mh_custom_directive_t *directive,
                   const char *name)
{
    CV *code;

    if (SvROK(directive->code) &&
        directive->module->generation != mehari.generation)
        croak("%s: a virtual host with an interpreter of its own needs the "
              "name of its sub, not a reference to it",
              name);
    if (SvROK(directive->code))
        return directive->code;
    code = sub_of(aTHX_ SvPV_nolen(directive->code));
    if (!code)
        croak("%s: there is no sub %s; write it, or name another with func",
              name, SvPV_nolen(directive->code));
    return (SV *)code;
}

/* sub($config, $parms, @words); its value means nothing but DECLINE_CMD. */
static void call_sub(pTHX_ void *data)
{
    setting_t *line = data;
    SV *code = code_of(aTHX_ line->directive, line->cmd->cmd->name);
    SV **args = apr_palloc(line->pool,
                           sizeof(SV *) * (size_t)(line->count + 2));
    SV *value;

    args[0] = sv_mortalcopy(line->config->object);
    args[1] = mh_object(aTHX_ MH_CMD_PARMS, line->cmd, line->pool);
    for (int i = 0; i < line->count; i++)
        args[i + 2] = line->words[i] ? sv_2mortal(newSVpv(line->words[i], 0))
                                     : &PL_sv_undef;
    value = mh_call_scalar(aTHX_ code, args, line->count + 2);
    line->declined = SvPOK(value) && !strcmp(SvPV_nolen(value), DECLINE_CMD);
}

/* --- PerlLoadModule --------------------------------------------------- */

const char *mh_load_module(cmd_parms *cmd, void *dir, const char *names)
{
    const char *why = mh_server_level_only(cmd);

    if (why)
        return why;
    if (!*names)
        return "MH1118: PerlLoadModule takes the names of Perl modules";
    why = mh_startup_early(cmd);
    mh_parent_enter(cmd->server);
    while (!why && *names) {
        const char *name = ap_getword_conf(cmd->temp_pool, &names);
        dTHXa(mehari.perl);

        mh_config_note_said(cmd, "PerlModule", name);
        why = mh_require_module(aTHX_ name, cmd->pool);
        if (why)
            why = apr_psprintf(cmd->pool, "MH1005: PerlLoadModule %s: %s", name,
                               why);
    }
    mh_parent_leave();
    return why;
}
