/*
 * worker_config.c - see worker_config.h.
 */
#include "module/config/config.h"

#include "module/gateway/pools/worker_config.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

#include "module/perl/interpreter.h"
#include "module/profile/settings.h"
#include "module/request/handler.h"
#include "module/worker/server_facts.h"
#include "shared/wire/channel.h"

/* The configuration as it grows: strings, joined at the end. */
typedef struct text_t {
    apr_pool_t *pool;
    apr_array_header_t *parts; /* char * */
} text_t;

static void add(text_t *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(text_t *text, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    APR_ARRAY_PUSH(text->parts, char *) = apr_pvsprintf(text->pool, format,
                                                        arguments);
    va_end(arguments);
}

/* Quotes one word of a line, as httpd reads it. */
static const char *quote(text_t *text, const char *word)
{
    char *quoted = apr_palloc(text->pool, 2 * strlen(word) + 3);
    char *at = quoted;

    *at++ = '"';
    for (; *word; word++) {
        if (*word == '"' || *word == '\\')
            *at++ = '\\';
        *at++ = *word == '\n' ? ' ' : *word;
    }
    *at++ = '"';
    *at = '\0';
    return quoted;
}

static void add_word(text_t *text, const char *directive, const char *word)
{
    if (word)
        add(text, "%s %s\n", directive, quote(text, word));
}

static void add_pair(text_t *text, const char *directive, const char *key,
                     const char *value)
{
    add(text, "%s %s %s\n", directive, quote(text, key), quote(text, value));
}

const char *mh_gateway_worker_config_program(apr_pool_t *p)
{
    char path[4096];
    ssize_t size = readlink("/proc/self/exe", path, sizeof(path) - 1);

    return size > 0 ? apr_pstrmemdup(p, path, (apr_size_t)size) : NULL;
}

/* Name and file of a loaded module; false: it is built into httpd. */
static bool find_module(text_t *text, const module *loaded, Dl_info *info)
{
    const char *program = mh_gateway_worker_config_program(text->pool);

    return dladdr(loaded, info) && info->dli_fname && info->dli_sname &&
           !(program && !strcmp(apr_filepath_name_get(info->dli_fname),
                                apr_filepath_name_get(program)));
}

/* httpd does not start without an MPM, though none will run. */
static void add_modules(text_t *text)
{
    Dl_info info;

    for (int i = 0; ap_loaded_modules[i]; i++)
        if (find_module(text, ap_loaded_modules[i], &info) &&
            (ap_loaded_modules[i] == &perl_module ||
             !strncmp(info.dli_sname, "mpm_", 4)))
            add_pair(text, "LoadModule", info.dli_sname, info.dli_fname);
}

/* Deduces ServerTokens from httpd's banner. */
static const char *tokens(void)
{
    const char *banner = ap_get_server_banner();
    const char *version = strchr(banner, '/');

    if (!version)
        return "Prod";
    if (strchr(banner, ')') && strchr(banner, ')')[1])
        return "Full";
    if (strchr(banner, '('))
        return "OS";
    version = strchr(version, '.');
    if (!version)
        return "Major";
    return strchr(version + 1, '.') ? "Min" : "Minor";
}

static void add_tables(text_t *text, const apr_table_t *table,
                       const char *directive)
{
    const apr_array_header_t *rows = apr_table_elts(table);

    for (int i = 0; i < rows->nelts; i++) {
        const apr_table_entry_t *row = &APR_ARRAY_IDX(rows, i,
                                                      apr_table_entry_t);

        add_pair(text, directive, row->key, row->val);
    }
}

static void add_handlers(text_t *text, const apr_array_header_t *list,
                         mh_hook_e hook)
{
    for (int i = 0; list && i < list->nelts; i++) {
        const mh_handler_t *handler = APR_ARRAY_IDX(list, i, mh_handler_t *);

        if (handler->name)
            add_word(text, mh_hook_info(hook)->name, handler->name);
    }
}

static void add_options(text_t *text, const mh_options_t *options)
{
    const char *words = mh_options_words(options, true, text->pool);

    if (*words)
        add(text, "PerlOptions %s\n", words);
}

static void add_perl(text_t *text, const server_rec *s)
{
    const mh_server_config_t *config = mh_server_config(s);

    add_options(text, &config->options);
    for (int i = 0; i < config->folders->nelts; i++)
        add_word(text, "PerlSwitches",
                 apr_pstrcat(text->pool, "-I",
                             APR_ARRAY_IDX(config->folders, i, char *), NULL));
    for (int i = 0; i < config->switches->nelts; i++)
        add_word(text, "PerlSwitches",
                 APR_ARRAY_IDX(config->switches, i, char *));
    /* A virtual host's values may be secret from other pools. */
    if (!s->is_virtual) {
        add_tables(text, config->pass_env, "PerlSetEnv");
        add_tables(text, config->env, "PerlSetEnv");
        add_tables(text, config->vars, "PerlAddVar");
    }
    for (int i = 0; i < config->said->nelts; i++) {
        const mh_config_said_t *said = &APR_ARRAY_IDX(config->said, i,
                                                      mh_config_said_t);

        add_word(text, said->directive, said->word);
    }
    if (!s->is_virtual) {
        add_handlers(text, config->handlers[MH_HOOK_CHILD_INIT],
                     MH_HOOK_CHILD_INIT);
        add_handlers(text, config->handlers[MH_HOOK_CHILD_EXIT],
                     MH_HOOK_CHILD_EXIT);
    }
}

static const char *level_name(const server_rec *s)
{
    static const char *const names[] = {
        "emerg",  "alert",  "crit",   "error",  "warn",   "notice",
        "info",   "debug",  "trace1", "trace2", "trace3", "trace4",
        "trace5", "trace6", "trace7", "trace8"
    };
    int level = ap_get_server_module_loglevel(s, APLOG_MODULE_INDEX);

    return names[level < 0 ? 0 : level > 15 ? 15 : level];
}

static void add_name(text_t *text, const server_rec *s)
{
    const char *name = s->server_hostname ? s->server_hostname : "localhost";

    if (s->server_scheme)
        name = apr_pstrcat(text->pool, s->server_scheme, "://", name, NULL);
    if (s->port)
        name = apr_psprintf(text->pool, "%s:%u", name, s->port);
    add_word(text, "ServerName", name);
}

static void add_names(text_t *text, const apr_array_header_t *names)
{
    for (int i = 0; names && i < names->nelts; i++)
        add_word(text, "ServerAlias", APR_ARRAY_IDX(names, i, char *));
}

static void add_server(text_t *text, server_rec *s)
{
    const core_server_config *core = ap_get_core_module_config(
        s->module_config);

    add_name(text, s);
    add_names(text, s->names);
    add_names(text, s->wild_names);
    add_word(text, "ServerAdmin", s->server_admin);
    add_word(text, "ServerPath", s->is_virtual ? s->path : NULL);
    add(text, "LogLevel %s\n", level_name(s));
    add(text, "Timeout %d\n", (int)apr_time_sec(s->timeout));
    add(text, "KeepAliveTimeout %d\n",
        (int)apr_time_sec(s->keep_alive_timeout));
    add(text, "KeepAlive %s\n", s->keep_alive ? "On" : "Off");
    add(text, "MaxKeepAliveRequests %d\n", s->keep_alive_max);
    /* The user of a pool need not be able to read it. */
    if (core->ap_document_root &&
        ap_is_directory(text->pool, core->ap_document_root))
        add_word(text, "DocumentRoot", core->ap_document_root);
    add_perl(text, s);
}

/* Code may ask for the names, but a worker must not open the files. */
static void add_error_logs(text_t *text, const server_rec *s)
{
    for (int number = 0; s; s = s->next, number++)
        if (s->error_fname)
            add_word(text, "Define",
                     apr_psprintf(text->pool, "%s%d=%s", MH_ERROR_LOG_DEFINE,
                                  number, s->error_fname));
}

static void add_profile(text_t *text, const char *folder)
{
    mh_profiler_t profiler = mh_profile_settings(folder, text->pool);

    add(text, "PerlProfile On\nPerlProfile %s files=%lu size=%lu\n",
        quote(text, apr_pstrcat(text->pool, "dir=", folder, NULL)),
        (unsigned long)profiler.files, (unsigned long)profiler.bytes);
}

static void add_all(text_t *text, server_rec *s, const char *profile)
{
    add_word(text, "ServerRoot", ap_server_root);
    add(text, "Define %s%d\n", MH_RESTARTS_DEFINE, mehari.restarts);
    /* No log is opened; but httpd checks the folder of the default one, and
     * Debian's /etc/apache2 has no logs/. */
    add(text, "ErrorLog /dev/null\n");
    add_error_logs(text, s);
    add(text, "ServerTokens %s\n", tokens());
    add_modules(text);
    if (profile)
        add_profile(text, profile);
    add_server(text, s);
    for (server_rec *each = s->next; each; each = each->next) {
        add(text, "<VirtualHost *:%u>\n", each->port ? each->port : 80);
        add_server(text, each);
        add(text, "</VirtualHost>\n");
    }
}

int mh_gateway_worker_config_write(server_rec *s, const char *profile,
                                   apr_pool_t *p)
{
    text_t text = { p, apr_array_make(p, 64, sizeof(char *)) };
    const char *all;

    add_all(&text, s, profile);
    all = apr_array_pstrcat(p, text.parts, 0);
    return mh_channel_memory(all, strlen(all));
}

int mh_gateway_worker_config_host(const server_rec *s)
{
    int number = 0;

    for (const server_rec *each = ap_server_conf; each; each = each->next) {
        if (each == s)
            return number;
        number++;
    }
    return -1;
}
