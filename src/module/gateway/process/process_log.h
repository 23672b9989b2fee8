/*
 * process_log.h - a process's stderr, and requests that none can serve, in the
 * error log and the ScriptLog. Runs in httpd's children.
 */
#ifndef MEHARI_MODULE_GATEWAY_PROCESS_PROCESS_LOG_H
#define MEHARI_MODULE_GATEWAY_PROCESS_PROCESS_LOG_H

#include "module/common/httpd_headers.h"

/* A line of stderr that has not ended yet. */
typedef struct mh_process_lines_t {
    bool bare;         /* logged as it is: from a handler, not a script */
    char *text;        /* HUGE_STRING_LEN bytes, or NULL */
    const char *first; /* the first lines, as a text; or NULL */
    size_t used;
} mh_process_lines_t;

/* Takes some of stderr: whole lines are logged. */
void mh_process_said(request_rec *r, mh_process_lines_t *lines,
                     const char *data, size_t size);
/* Logs the last line, without its end. */
void mh_process_said_all(request_rec *r, mh_process_lines_t *lines);

/*
 * Logs a request that cannot be served: one line in the error log and, if there
 * is one, in the ScriptLog. Returns status.
 */
int mh_process_wrong(request_rec *r, int status, const char *what);
/* The same in mod_cgi's words and with its number (AHnnnnn), for log rules. */
int mh_process_refused(request_rec *r, int status, const char *number,
                       const char *what);

#endif
