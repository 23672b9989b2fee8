/*
 * script_log.c - see script_log.h.
 */
#include "module/gateway/script_log.h"

#include "module/config/config.h"

static const mh_cgi_server_t *config_of(const request_rec *r)
{
    return &mh_server_config(r->server)->cgi;
}

apr_size_t mh_script_log_body(const request_rec *r)
{
    const mh_cgi_server_t *config = config_of(r);

    return config->log ? config->log_buffer : 0;
}

/* The log; NULL if there is none, or it has reached its size. */
static apr_file_t *open_log(request_rec *r)
{
    const mh_cgi_server_t *config = config_of(r);
    apr_finfo_t info;
    apr_file_t *file;

    if (!config->log)
        return NULL;
    if (apr_stat(&info, config->log, APR_FINFO_SIZE, r->pool) == APR_SUCCESS &&
        info.size > config->log_length)
        return NULL;
    if (apr_file_open(&file, config->log, APR_APPEND | APR_WRITE | APR_CREATE,
                      APR_OS_DEFAULT, r->pool) != APR_SUCCESS)
        return NULL;
    return file;
}

/* Two lines: time and request, then script and result. */
static void write_heading(apr_file_t *file, request_rec *r, int status)
{
    char now[APR_CTIME_LEN];

    apr_ctime(now, apr_time_now());
    apr_file_printf(file, "%%%% [%s] %s %s%s%s %s\n", now, r->method, r->uri,
                    r->args ? "?" : "", r->args ? r->args : "", r->protocol);
    apr_file_printf(file, "%%%% %d %s\n", status, r->filename);
}

void mh_script_log_error(request_rec *r, int status, const char *what)
{
    apr_file_t *file = open_log(r);

    if (!file)
        return;
    write_heading(file, r, status);
    apr_file_printf(file, "%%error\n%s\n", what);
    apr_file_close(file);
}

static void write_headers(apr_file_t *file, const apr_table_t *headers)
{
    const apr_array_header_t *rows = apr_table_elts(headers);

    for (int i = 0; i < rows->nelts; i++) {
        const apr_table_entry_t *row = &APR_ARRAY_IDX(rows, i,
                                                      apr_table_entry_t);

        if (row->key)
            apr_file_printf(file, "%s: %s\n", row->key, row->val);
    }
}

bool mh_script_log_page_begin(request_rec *r, mh_script_page_t *page)
{
    bool has_body = r->method_number == M_POST || r->method_number == M_PUT;

    page->has_output = false;
    page->file = open_log(r);
    if (!page->file)
        return false;
    write_heading(page->file, r, page->status);
    apr_file_puts("%request\n", page->file);
    write_headers(page->file, r->headers_in);
    if (has_body && page->body && *page->body)
        apr_file_printf(page->file, "\n%s\n", page->body);
    apr_file_puts("%response\n", page->file);
    write_headers(page->file, r->err_headers_out);
    if (page->header && *page->header)
        apr_file_printf(page->file, "%s\n", page->header);
    return true;
}

void mh_script_log_page_output(mh_script_page_t *page, const char *data,
                               size_t size)
{
    apr_size_t length = size;

    if (!page->file || !size)
        return;
    if (!page->has_output)
        apr_file_puts("%stdout\n", page->file);
    page->has_output = true;
    apr_file_write(page->file, data, &length);
    apr_file_puts("\n", page->file);
}

void mh_script_log_page_end(mh_script_page_t *page)
{
    if (page->file)
        apr_file_close(page->file);
    page->file = NULL;
}

/* --- directives --- */

const char *mh_script_log_set_file(cmd_parms *cmd, void *dir, const char *file)
{
    mh_cgi_server_t *server = &mh_server_config(cmd->server)->cgi;

    server->log = ap_server_root_relative(cmd->pool, file);
    return server->log
               ? NULL
               : apr_psprintf(cmd->pool, "MH1208: ScriptLog: %s is not a path",
                              file);
}

static const char *read_bytes(cmd_parms *cmd, const char *text,
                              apr_off_t *bytes)
{
    char *end;

    if (apr_strtoff(bytes, text, &end, 10) || end == text || *end || *bytes < 0)
        return mh_config_cgi_no_bytes(cmd, text);
    return NULL;
}

const char *mh_script_log_set_length(cmd_parms *cmd, void *dir,
                                     const char *bytes)
{
    return read_bytes(cmd, bytes,
                      &mh_server_config(cmd->server)->cgi.log_length);
}

const char *mh_script_log_set_buffer(cmd_parms *cmd, void *dir,
                                     const char *bytes)
{
    apr_off_t number = 0;
    const char *why = read_bytes(cmd, bytes, &number);

    mh_server_config(cmd->server)->cgi.log_buffer = (apr_size_t)number;
    return why;
}
