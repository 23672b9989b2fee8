/*
 * message.c - see message.h.
 */
#include "module/common/message.h"

#include "module/common/httpd_headers.h"

/* httpd cuts a line at MAX_STRING_LEN, in which its own words come first. */
#define LINE (MAX_STRING_LEN - 1024)
/* httpd shows our text after the path of a file. */
#define SHOWN (LINE - 2048)

static void compose(char *line, const char *format, va_list arguments)
{
    char text[LINE];

    apr_vsnprintf(text, sizeof(text), format, arguments);
    mh_code_last(line, LINE, text);
}

void mh_log_error(const char *file, int line, int module, int level,
                  apr_status_t status, const server_rec *s, const char *format,
                  ...)
{
    char text[LINE];
    va_list arguments;

    if (s && !APLOG_MODULE_IS_LEVEL(s, module, level))
        return;
    va_start(arguments, format);
    compose(text, format, arguments);
    va_end(arguments);
    ap_log_error(file, line, module, level, status, s, "%s", text);
}

void mh_log_rerror(const char *file, int line, int module, int level,
                   apr_status_t status, const request_rec *r,
                   const char *format, ...)
{
    char text[LINE];
    va_list arguments;

    if (!APLOG_R_MODULE_IS_LEVEL(r, module, level))
        return;
    va_start(arguments, format);
    compose(text, format, arguments);
    va_end(arguments);
    ap_log_rerror(file, line, module, level, status, r, "%s", text);
}

void mh_log_cerror(const char *file, int line, int module, int level,
                   apr_status_t status, const conn_rec *c, const char *format,
                   ...)
{
    char text[LINE];
    va_list arguments;

    if (!APLOG_C_MODULE_IS_LEVEL(c, module, level))
        return;
    va_start(arguments, format);
    compose(text, format, arguments);
    va_end(arguments);
    ap_log_cerror(file, line, module, level, status, c, "%s", text);
}

void mh_log_perror(const char *file, int line, int module, int level,
                   apr_status_t status, apr_pool_t *pool, const char *format,
                   ...)
{
    char text[LINE];
    va_list arguments;

    va_start(arguments, format);
    compose(text, format, arguments);
    va_end(arguments);
    ap_log_perror(file, line, module, level, status, pool, "%s", text);
}

void mh_log_about(request_rec *r, int level, const char *about,
                  const char *text)
{
    size_t length = mh_code_length(text);

    mh_log_rerror(APLOG_MARK, level, 0, r, "%.*s%s: %s", (int)length, text,
                  about, text + length);
}

const char *mh_message(apr_pool_t *pool, const char *text)
{
    size_t size;
    char *line;

    if (!text || !mh_code_length(text))
        return text;
    size = strlen(text) + MH_CODE_ROOM;
    if (size > SHOWN)
        size = SHOWN;
    line = apr_palloc(pool, size);
    mh_code_last(line, size, text);
    return line;
}
