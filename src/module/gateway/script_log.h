/*
 * script_log.h - the ScriptLog: requests that scripts have not answered, and
 * what they write to stderr. Runs in httpd's children.
 */
#ifndef MEHARI_MODULE_GATEWAY_SCRIPT_LOG_H
#define MEHARI_MODULE_GATEWAY_SCRIPT_LOG_H

#include "module/common/httpd_headers.h"

/* Bytes of the request's body that the log shows. */
apr_size_t mh_script_log_body(const request_rec *r);

/* An entry, if there is a log and it is not full. */
void mh_script_log_error(request_rec *r, int status, const char *what);

/* The page about a script with malformed headers. */
typedef struct mh_script_page_t {
    int status;
    const char *body;   /* the beginning of the request's, or NULL */
    const char *header; /* the malformed line, or NULL */
    apr_file_t *file;
    bool has_output;
} mh_script_page_t;

/* False: there is no log, or it is full. */
bool mh_script_log_page_begin(request_rec *r, mh_script_page_t *page);
void mh_script_log_page_output(mh_script_page_t *page, const char *data,
                               size_t size);
void mh_script_log_page_end(mh_script_page_t *page);

/* For the module's table of directives. */
const char *mh_script_log_set_file(cmd_parms *cmd, void *dir, const char *file);
const char *mh_script_log_set_length(cmd_parms *cmd, void *dir,
                                     const char *bytes);
const char *mh_script_log_set_buffer(cmd_parms *cmd, void *dir,
                                     const char *bytes);

#endif
