/*
 * status_handler.c - see status_handler.h.
 *
 *     ?format=html|json|openmetrics|health
 *     &pid=N: one process, with its stack
 *
 * httpd's own directives say who may look.
 */
#include "module/status/status_handler.h"

#include <stdlib.h>

#include "module/status/format.h"

typedef void format_t(request_rec *r, const mh_view_t *view);

static const struct {
    const char *name;
    format_t *write;
} formats[] = {
    { "html", mh_format_html },
    { "json", mh_format_json },
    { "openmetrics", mh_format_metrics },
    { "health", mh_format_health },
};

/* The value of a key of the query; NULL: it has none. */
static const char *query(request_rec *r, const char *key)
{
    size_t length = strlen(key);
    const char *at = r->args;

    while (at && *at) {
        const char *end = ap_strchr_c(at, '&');

        if (!strncmp(at, key, length) && at[length] == '=')
            return apr_pstrmemdup(r->pool, at + length + 1,
                                  end ? (apr_size_t)(end - at) - length - 1
                                      : strlen(at) - length - 1);
        at = end ? end + 1 : NULL;
    }
    return NULL;
}

static format_t *find_format(request_rec *r)
{
    const char *name = query(r, "format");

    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
        if (!strcmp(name ? name : "html", formats[i].name))
            return formats[i].write;
    return NULL;
}

/* 0: not asked for; -1: not a process number. */
static pid_t find_pid(request_rec *r)
{
    const char *text = query(r, "pid");
    char *end;
    long number;

    if (!text)
        return 0;
    number = strtol(text, &end, 10);
    return *text && !*end && number > 0 && number <= INT32_MAX ? (pid_t)number
                                                               : -1;
}

static int refuse(request_rec *r, const char *why)
{
    ap_log_rerror(APLOG_MARK, APLOG_INFO, 0, r, "mehari-status: %s", why);
    return HTTP_BAD_REQUEST;
}

int mh_status_handler(request_rec *r)
{
    format_t *write;
    pid_t pid;

    if (strcmp(r->handler, MH_STATUS_HANDLER) != 0)
        return DECLINED;
    r->allowed |= AP_METHOD_BIT << M_GET;
    if (r->method_number != M_GET)
        return HTTP_METHOD_NOT_ALLOWED;
    write = find_format(r);
    pid = find_pid(r);
    if (!write)
        return refuse(r, "the format must be html, json, openmetrics or "
                         "health");
    if (pid < 0)
        return refuse(r, "pid is not a process id");
    apr_table_setn(r->headers_out, "Cache-Control", "no-store");
    write(r, mh_view(r, pid));
    return OK;
}
