/*
 * script_log.h - what scripts have to say: their stderr in the error log, and
 * the ScriptLog.
 */
#ifndef MEHARI_GATEWAY_SCRIPT_LOG_H
#define MEHARI_GATEWAY_SCRIPT_LOG_H

#include "gateway/gateway.h"

/* A line of stderr that has not ended yet. */
typedef struct mh_script_lines_t {
    bool bare;  /* logged as it is: a handler's, not a script's */
    char *text; /* room for HUGE_STRING_LEN, or NULL */
    size_t used;
} mh_script_lines_t;

/* Some of its stderr: whole lines are logged. */
void mh_script_said(request_rec *r, mh_script_lines_t *lines, const char *data,
                    size_t size);
/* Logs what has no end of line. */
void mh_script_said_all(request_rec *r, mh_script_lines_t *lines);

/*
 * A request that cannot be served as it is: one line in the error log and, if
 * there is one, in the ScriptLog. Returns status.
 */
int mh_script_wrong(request_rec *r, int status, const char *what);

/* The ScriptLog's page about a script whose headers were no good. */
typedef struct mh_script_page_t {
    int status;
    const char *body;   /* the begin of the request's, or NULL */
    const char *header; /* the line with which it went wrong, or NULL */
    apr_file_t *file;
    bool has_output;
} mh_script_page_t;

/* False: nothing is to be written (no log, or a full one). */
bool mh_script_page_begin(request_rec *r, mh_script_page_t *page);
void mh_script_page_output(mh_script_page_t *page, const char *data,
                           size_t size);
void mh_script_page_end(mh_script_page_t *page);

#endif
