/*
 * config_lines.c - see config_lines.h.
 */
#include "module/api/httpd/config_lines.h"

#include "module/gateway/worker/answer_names.h"
#include "module/worker/lines.h"

/* The lines are copied to the pool first: directives may run Perl. */
typedef struct {
    apr_array_header_t *lines; /* const char * */
    int line;
    const char *at; /* in the current line, for single characters */
} reader_t;

static apr_status_t next_line(void *buffer, apr_size_t size, void *data)
{
    reader_t *reader = data;
    const char *line;

    if (reader->line >= reader->lines->nelts)
        return APR_EOF;
    line = APR_ARRAY_IDX(reader->lines, reader->line, const char *);
    reader->line++;
    if (strlen(line) >= size)
        return APR_ENOSPC;
    apr_cpystrn(buffer, line, size);
    return APR_SUCCESS;
}

static apr_status_t next_char(char *character, void *data)
{
    reader_t *reader = data;

    if (reader->at == NULL) {
        if (reader->line >= reader->lines->nelts)
            return APR_EOF;
        reader->at = APR_ARRAY_IDX(reader->lines, reader->line, const char *);
    }
    *character = *reader->at++;
    if (*character == '\0') {
        *character = '\n';
        reader->at = NULL;
        reader->line++;
    }
    return APR_SUCCESS;
}

static apr_status_t nothing(void *data)
{
    return APR_SUCCESS;
}

/* An element may hold several lines, and counts as one when it is empty. */
static void add_lines(apr_array_header_t *lines, apr_pool_t *pool,
                      const char *text)
{
    const char *end;

    do {
        end = strchr(text, '\n');
        APR_ARRAY_PUSH(lines, const char *) = end == NULL
                                                  ? apr_pstrdup(pool, text)
                                                  : apr_pstrmemdup(pool, text,
                                                                   end - text);
        text = end == NULL ? "" : end + 1;
    } while (*text != '\0');
}

static apr_array_header_t *lines_of(pTHX_ mh_call_t *call, int i,
                                    apr_pool_t *pool)
{
    SV *given = call->arg[i];
    apr_array_header_t *lines = apr_array_make(pool, 4, sizeof(char *));
    SSize_t count, n;
    AV *list;

    if (!SvROK(given) || SvTYPE(SvRV(given)) != SVt_PVAV) {
        mh_method_croak(aTHX_ call,
                        "argument %d must be a reference to an array of "
                        "configuration lines, not %s",
                        i + 1, mh_describe(aTHX_ given));
    }
    list = (AV *)SvRV(given);
    count = av_top_index(list) + 1;
    for (n = 0; n < count; n++) {
        SV **line = av_fetch(list, n, 0);

        if (line != NULL && SvOK(*line))
            add_lines(lines, pool, SvPV_nolen(*line));
    }
    return lines;
}

/* The number of the wrong line, if there is more than one line. */
static const char *where(const reader_t *reader, const cmd_parms *parms,
                         apr_pool_t *pool)
{
    int line = parms->err_directive ? parms->err_directive->line_num
                                    : reader->line;

    return reader->lines->nelts > 1 ? apr_psprintf(pool, " (line %d)", line)
                                    : "";
}

const ap_directive_t *mh_config_lines(pTHX_ mh_call_t *call, int i,
                                      const mh_config_target_t *target)
{
    reader_t reader = { lines_of(aTHX_ call, i, target->pool), 0, NULL };
    ap_directive_t *tree = NULL;
    cmd_parms parms = { 0 };
    const char *error;

    parms.pool = parms.temp_pool = target->pool;
    if (!target->request) {
        /*
         * If pool and temp_pool are the same, directives take the line for one
         * of a .htaccess file.
         */
        apr_pool_create(&parms.temp_pool, target->pool);
    }
    parms.server = target->server;
    parms.override = target->override;
    parms.override_opts = target->override_options;
    parms.path = (char *)target->path;
    parms.limited = -1;
    parms.config_file = ap_pcfg_open_custom(target->pool, "lines of add_config",
                                            &reader, next_char, next_line,
                                            nothing);
    error = ap_build_config(&parms, target->pool, target->pool, &tree);
    if (error == NULL && !target->request)
        mh_gateway_answer_names_add(tree);
    else if (error == NULL && tree != NULL)
        error = mh_lines_take(target->request, &tree, &parms.err_directive);
    if (error == NULL && tree != NULL)
        error = ap_walk_config(tree, &parms, target->into);
    ap_cfg_closefile(parms.config_file);
    if (error != NULL)
        error = apr_pstrdup(target->pool, error);
    if (!target->request)
        apr_pool_destroy(parms.temp_pool);
    if (error != NULL) {
        croak("%s has failed: %s%s", mh_method_name(aTHX_ call->bound), error,
              where(&reader, &parms, target->pool));
    }
    return tree;
}

bool mh_config_lines_are(const cmd_parms *cmd)
{
    return cmd->config_file && cmd->config_file->getch == next_char;
}
