/*
 * process_log.c - see process_log.h.
 */
#include "module/gateway/process/process_log.h"

#include "module/common/message.h"
#include "module/gateway/script_log.h"

/* Bytes of the first lines that are enough to find perl's error in them. */
#define FIRST_MAX 2000

int mh_process_wrong(request_rec *r, int status, const char *what)
{
    mh_log_about(r, APLOG_ERR, r->filename, what);
    mh_script_log_error(r, status, what + mh_code_length(what));
    return status;
}

int mh_process_refused(request_rec *r, int status, const char *number,
                       const char *what)
{
    mh_log_about(
        r, APLOG_ERR,
        apr_pstrcat(r->pool, number, "stderr from ", r->filename, NULL), what);
    mh_script_log_error(r, status, what + mh_code_length(what));
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
    mh_script_log_error(r, r->status, text);
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
