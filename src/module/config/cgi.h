/*
 * cgi.h - what the configuration says about scripts, per directory and per
 * server: the structures. Their meaning is that of
 * module/gateway/process/process_config.h and gateway/script_log.h.
 */
#ifndef MEHARI_MODULE_CONFIG_CGI_H
#define MEHARI_MODULE_CONFIG_CGI_H

#include "module/common/httpd_headers.h"

struct mh_pool_use_t;

/* Zeroed where nothing was said; lives in the module's own structures. */
typedef struct mh_cgi_dir_t {
    struct mh_pool_use_t *use;   /* PerlUsePool */
    apr_interval_time_t timeout; /* CGIScriptTimeout */
    /* PerlBuffer: response=, request=, file=; 0: not said, -1: Off */
    apr_off_t buffer;
    apr_off_t body;
    apr_off_t file;
    int scripts; /* PerlCgiScripts: 1 On, -1 Off; 0: not said */
} mh_cgi_dir_t;

typedef struct mh_cgi_server_t {
    const char *log;       /* ScriptLog; NULL: none */
    apr_off_t log_length;  /* ScriptLogLength */
    apr_size_t log_buffer; /* ScriptLogBuffer */
} mh_cgi_server_t;

void mh_config_cgi_server_init(mh_cgi_server_t *server);
void mh_config_cgi_server_merge(mh_cgi_server_t *merged,
                                const mh_cgi_server_t *base,
                                const mh_cgi_server_t *add);
void mh_config_cgi_dir_merge(mh_cgi_dir_t *merged, const mh_cgi_dir_t *base,
                             const mh_cgi_dir_t *add);
bool mh_config_cgi_dir_is_empty(const mh_cgi_dir_t *dir);

/* The error of a directive whose word is not a number of bytes. */
const char *mh_config_cgi_no_bytes(const cmd_parms *cmd, const char *word);

#endif
