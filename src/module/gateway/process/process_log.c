/*
 * process_log.c - see process_log.h.
 */
#include "module/gateway/process/process_log.h"

#include "module/gateway/process/process_config.h"
#include "module/common/message.h"

/* Bytes of the first lines that are enough to find perl's error in them. */
#define FIRST_MAX 2000

/* The log; NULL if there is none, or it has reached its size. */
static apr_file_t *open_log(request_rec *r)
{
    const mh_cgi_server_t *config = mh_cgi_server(r->server);
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

static void write_error(request_rec *r, int status, const char *what)
{
    apr_file_t *file = open_log(r);

    if (!file)
        return;
    write_heading(file, r, status);
    apr_file_printf(file, "%%error\n%s\n", what);
    apr_file_close(file);
}

int mh_process_wrong(request_rec *r, int status, const char *what)
{
    mh_log_about(r, APLOG_ERR, r->filename, what);
    write_error(r, status, what + mh_code_length(what));
    return status;
}

int mh_process_refused(request_rec *r, int status, const char *number,
                       const char *what)
{
    mh_log_about(
        r, APLOG_ERR,
        apr_pstrcat(r->pool, number, "stderr from ", r->filename, NULL), what);
    write_error(r, status, what + mh_code_length(what));
    return status;
}

static void keep_first(request_rec *r, mh_process_lines_t *lines,
                       const char *text)
{
    const char *before = lines->first;
    size_t used = before ? strlen(before) + 1 : 0;

    if (used >= FIRST_MAX)
        return;
    text = apr_pstrndup(r->pool, text, FIRST_MAX - used);
    lines->first = before ? apr_pstrcat(r->pool, before, "\n", text, NULL)
                          : text;
}

/*
 * A script's text is logged in the form of mod_cgi, a handler's in that of
 * mod_perl.
 */
static void log_text(request_rec *r, mh_process_lines_t *lines,
                     const char *text)
{
    if (*text)
        keep_first(r, lines, text);
    if (lines->bare)
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r, "%s", text);
    else
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      APLOGNO(01215) "stderr from %s: %s", r->filename, text);
    write_error(r, r->status, text);
}

static void log_line(request_rec *r, mh_process_lines_t *lines, char *line,
                     size_t size)
{
    if (size && line[size - 1] == '\r')
        size--;
    line[size] = '\0';
    log_text(r, lines, line);
}

void mh_process_said(request_rec *r, mh_process_lines_t *lines,
                     const char *data, size_t size)
{
    if (!lines->text)
        lines->text = apr_palloc(r->pool, HUGE_STRING_LEN);
    for (size_t i = 0; i < size; i++) {
        if (data[i] == '\n') {
            log_line(r, lines, lines->text, lines->used);
            lines->used = 0;
            continue;
        }
        lines->text[lines->used++] = data[i];
        if (lines->used == HUGE_STRING_LEN - 1)
            mh_process_said_all(r, lines);
    }
}

void mh_process_said_all(request_rec *r, mh_process_lines_t *lines)
{
    if (!lines->used)
        return;
    lines->text[lines->used] = '\0';
    log_text(r, lines, lines->text);
    lines->used = 0;
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

bool mh_process_page_begin(request_rec *r, mh_process_page_t *page)
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

void mh_process_page_output(mh_process_page_t *page, const char *data,
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

void mh_process_page_end(mh_process_page_t *page)
{
    if (page->file)
        apr_file_close(page->file);
    page->file = NULL;
}
