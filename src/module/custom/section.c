/*
 * section.c - <Perl> sections, the Perl directive, POD and __END__.
 */
#include "module/custom/section.h"

#include <ctype.h>

#include "module/api/core/object.h"
#include "module/common/message.h"
#include "module/perl/call.h"
#include "module/perl/interpreter.h"
#include "module/perl/parent.h"
#include "module/perl/library.h"
#include "module/request/environment/environment.h"
#include "module/life/startup.h"
#include "module/config/config.h"

#define DEFAULT_HANDLER "Apache2::PerlSections"
#define DEFAULT_PACKAGE "Apache2::ReadConfig"

/* A section or a line of code while it runs. */
typedef struct {
    cmd_parms *cmd;
    apr_pool_t *pool;  /* lives as long as this directive */
    apr_table_t *args; /* of the section; NULL for a line of code */
    const char *package;
    const char *code;
} section_t;

static void run_code(pTHX_ void *data);
static void run_handler(pTHX_ void *data);

/* --- reading ---------------------------------------------------------- */

/*
 * The next line as it stands in the file. httpd's own reader takes blanks off
 * both ends and joins lines that end in a backslash; here-documents, POD and
 * line numbers of Perl need them. NULL at the end of the file.
 */
static const char *read_line(ap_configfile_t *file, apr_pool_t *pool)
{
    apr_size_t size = 128, used = 0;
    char *line = apr_palloc(pool, size);
    bool any = false;
    char c;

    while (ap_cfg_getc(&c, file) == APR_SUCCESS) {
        any = true;
        if (c == '\n')
            break;
        if (used + 1 >= size) {
            char *larger = apr_palloc(pool, size * 2);

            memcpy(larger, line, used);
            line = larger;
            size *= 2;
        }
        line[used++] = c;
    }
    if (used > 0 && line[used - 1] == '\r')
        used--;
    line[used] = '\0';
    return any ? line : NULL;
}

static const char *trimmed(apr_pool_t *pool, const char *line)
{
    char *copy;

    while (isspace((unsigned char)*line))
        line++;
    copy = apr_pstrdup(pool, line);
    for (char *end = copy + strlen(copy);
         end > copy && isspace((unsigned char)end[-1]); end--)
        end[-1] = '\0';
    return copy;
}

/* `key=value,key=value>`. NULL, or what is wrong with it. */
static const char *parse_args(cmd_parms *cmd, const char *text,
                              apr_table_t *args)
{
    const char *end = strrchr(text, '>');
    char *state = NULL;
    char *copy;

    if (!end || end[1])
        return "MH1111: <Perl> needs a closing '>' at the end of its line";
    copy = apr_pstrmemdup(cmd->pool, text, end - text);
    for (char *word = apr_strtok(copy, ", \t", &state); word;
         word = apr_strtok(NULL, ", \t", &state)) {
        char *value = strchr(word, '=');

        if (!value)
            return apr_psprintf(cmd->pool,
                                "MH1112: <Perl> takes name=value pairs "
                                "separated by commas, not %s",
                                word);
        *value++ = '\0';
        apr_table_set(args, word, value);
    }
    return NULL;
}

const char *mh_section_read(cmd_parms *cmd, void *tree, const char *text)
{
    ap_configfile_t *file = cmd->config_file;
    ap_directive_t *node = apr_pcalloc(cmd->pool, sizeof(*node));
    apr_table_t *args = apr_table_make(cmd->pool, 2);
    apr_array_header_t *code = apr_array_make(cmd->pool, 16, sizeof(char *));
    const char *why = parse_args(cmd, text, args);
    const char *line;

    if (why)
        return why;
    node->directive = "Perl";
    node->filename = apr_pstrdup(cmd->pool, file->name);
    node->line_num = file->line_number;
    while ((line = read_line(file, cmd->pool))) {
        if (!strcmp(trimmed(cmd->temp_pool, line), "</Perl>"))
            break;
        APR_ARRAY_PUSH(code, const char *) = line;
    }
    if (!line)
        return "MH1113: <Perl> is not closed: there is no line </Perl> after "
               "it";
    node->args = apr_array_pstrcat(cmd->pool, code, '\n');
    node->data = args;
    *(ap_directive_t **)tree = node;
    return NULL;
}

/* --- POD -------------------------------------------------------------- */

const char *mh_section_pod(cmd_parms *cmd, void *tree, const char *args)
{
    const char *line;

    while ((line = read_line(cmd->config_file, cmd->temp_pool))) {
        line = trimmed(cmd->temp_pool, line);
        if (!strncmp(line, "=cut", 4))
            break;
        if (!strncmp(line, "=over", 5) &&
            (strstr(line, "httpd") || strstr(line, "apache")))
            break;
    }
    return NULL;
}

const char *mh_section_cut(cmd_parms *cmd, void *tree, const char *args)
{
    return "MH1114: =cut without =pod";
}

const char *mh_section_end(cmd_parms *cmd, void *tree, const char *args)
{
    while (read_line(cmd->config_file, cmd->temp_pool))
        ;
    return NULL;
}

/* --- running ---------------------------------------------------------- */

/* /etc/apache2/a.conf becomes etc::apache2::a_conf. */
static const char *file_as_package(apr_pool_t *pool, const char *file)
{
    char *package = apr_palloc(pool, 2 * strlen(file) + 1);
    char *to = package;

    for (; *file == '/'; file++)
        ;
    for (; *file; file++) {
        if (*file == '/') {
            *to++ = ':';
            *to++ = ':';
        } else {
            *to++ = isalnum((unsigned char)*file) ? *file : '_';
        }
    }
    *to = '\0';
    return package;
}

/* The name becomes source text, so it must be a name and nothing else. */
static bool is_package(const char *name)
{
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '_' && *name != ':')
            return false;
    return true;
}

static const char *choose_package(section_t *section)
{
    const ap_directive_t *here = section->cmd->directive;
    const char *base;

    section->package = "main";
    if (!section->args)
        return NULL;
    base = apr_table_get(section->args, "package");
    if (!base)
        base = DEFAULT_PACKAGE;
    if (!is_package(base))
        return apr_psprintf(
            section->cmd->pool,
            "MH1115: <Perl package=%s>: this is not a package name", base);
    section->package = apr_psprintf(
        section->cmd->pool, "%s::%s::line_%d", base,
        file_as_package(section->pool, here->filename), here->line_num);
    apr_table_set(section->args, "package", section->package);
    return NULL;
}

/* A value for the duration of a section. Sections can be nested by Include. */
static SV *replace(pTHX_ SV *variable, SV *value)
{
    SV *before = newSVsv(variable);

    sv_setsv(variable, value);
    return before;
}

static void restore(pTHX_ SV *variable, SV *before)
{
    sv_setsv(variable, before);
    SvREFCNT_dec(before);
}

/*
 * $0 is set without its magic, which would rename the process for ps. exit()
 * ends the code; httpd obeys the directives that the section has made by then.
 */
static const char *run(pTHX_ section_t *section)
{
    SV *name = get_sv("0", GV_ADD);
    SV *server = get_sv("Apache2::PerlSections::Server", GV_ADD | GV_ADDMULTI);
    SV *name_before, *server_before;
    const char *why = NULL;

    ENTER;
    SAVETMPS;
    name_before = replace(
        aTHX_ name, sv_2mortal(newSVpv(section->cmd->directive->filename, 0)));
    server_before = replace(aTHX_ server,
                            mh_object_server(aTHX_ section->cmd->server));
    if (!mh_call_c(aTHX_ run_code, section) && !mh_is_exit(aTHX))
        why = mh_error_text(aTHX_ section->cmd->pool);
    if (!why && section->args && !mh_call_c(aTHX_ run_handler, section))
        why = mh_error_text(aTHX_ section->cmd->pool);
    restore(aTHX_ server, server_before);
    restore(aTHX_ name, name_before);
    FREETMPS;
    LEAVE;
    return why;
}

/* The folders of @INC, as strings of that pool. */
static apr_array_header_t *folders_now(pTHX_ apr_pool_t *pool)
{
    AV *inc = GvAVn(PL_incgv);
    apr_array_header_t *folders = apr_array_make(pool, 16, sizeof(char *));

    for (SSize_t i = 0; i <= av_top_index(inc); i++) {
        SV **folder = av_fetch(inc, i, 0);

        if (folder && SvOK(*folder) && !SvROK(*folder))
            APR_ARRAY_PUSH(folders, const char *) =
                apr_pstrdup(pool, SvPV_nolen(*folder));
    }
    return folders;
}

/*
 * Workers do not run sections, but need the folders of `use lib` for the
 * modules that their handlers name.
 */
static void note_folders(pTHX_ const cmd_parms *cmd,
                         const apr_array_header_t *before)
{
    server_rec *s = mh_parent_runs(cmd->server) ? cmd->server : mehari.server;
    const apr_array_header_t *now = folders_now(aTHX_ cmd->pool);

    for (int i = 0; i < now->nelts; i++) {
        const char *folder = APR_ARRAY_IDX(now, i, const char *);

        if (!ap_array_str_contains(before, folder))
            APR_ARRAY_PUSH(mh_server_config(s)->folders, const char *) = folder;
    }
}

const char *mh_section_run(cmd_parms *cmd, void *dir, const char *code)
{
    section_t section = { .cmd = cmd,
                          .code = code,
                          .args = cmd->directive->data };
    const char *why = mh_server_level_only(cmd);

    if (why)
        return why;
    why = mh_startup_early(cmd);
    if (why)
        return why;
    apr_pool_create(&section.pool, cmd->temp_pool);
    why = choose_package(&section);
    mh_parent_enter(cmd->server);
    if (!why) {
        dTHXa(mehari.perl);
        apr_array_header_t *before = folders_now(aTHX_ section.pool);

        why = run(aTHX_ & section);
        note_folders(aTHX_ cmd, before);
        mh_environment_to_config(aTHX_ cmd->server);
    }
    mh_parent_leave();
    apr_pool_destroy(section.pool);
    return why && !mh_code_length(why)
               ? apr_pstrcat(cmd->pool, "MH1119: ", why, NULL)
               : why;
}

static const char *handler_of(const section_t *section)
{
    const char *class = apr_table_get(section->args, "handler");

    return class ? class : DEFAULT_HANDLER;
}

/* The code may call its handler's methods: Apache2::PerlSections->server. */
static void load_handler(pTHX_ const section_t *section)
{
    const char *class = handler_of(section);
    HV *stash = gv_stashpv(class, 0);
    const char *why;

    if (stash && gv_fetchmethod_autoload(stash, "handler", FALSE))
        return;
    why = mh_require_module(aTHX_ class, section->pool);
    if (why)
        croak("<Perl handler=%s>: %s", class, why);
}

/* Line 1 of a section is the line after <Perl>. */
static void run_code(pTHX_ void *data)
{
    section_t *section = data;
    const ap_directive_t *here = section->cmd->directive;
    char *file = apr_pstrdup(section->pool, here->filename);
    SV *source;

    if (section->args)
        load_handler(aTHX_ section);
    for (char *p = file; *p; p++)
        if (*p == '"' || *p == '\n')
            *p = '_';
    source = sv_2mortal(newSVpvf("package %s;\n#line %d \"%s\"\n%s\n",
                                 section->package,
                                 here->line_num + (section->args ? 1 : 0), file,
                                 section->code));
    mh_call_source(aTHX_ source, G_VOID);
}

static SV *method_of(pTHX_ const char *class)
{
    GV *method = gv_fetchmethod(gv_stashpv(class, GV_ADD), "handler");

    if (!method)
        croak("<Perl handler=%s>: there is no sub %s::handler", class, class);
    return (SV *)GvCV(method);
}

static void run_handler(pTHX_ void *data)
{
    section_t *section = data;
    const char *class = handler_of(section);
    SV *args[3] = {
        sv_2mortal(newSVpv(class, 0)),
        mh_object(aTHX_ MH_CMD_PARMS, section->cmd, section->pool),
        mh_object_table(aTHX_ section->args, section->pool),
    };
    SV *value = mh_call_scalar(aTHX_ method_of(aTHX_ class), args, 3);
    IV status = SvOK(value) ? SvIV(value) : OK;

    if (status != OK)
        croak("%s->handler returned %" IVdf ": only OK lets the configuration "
              "go on",
              class, status);
}
