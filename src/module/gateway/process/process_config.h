/*
 * process_config.h - the configuration of scripts, per directory and per
 * server. Runs in httpd. The list of pools is in
 * module/gateway/pools/pool_config.h.
 */
#ifndef MEHARI_MODULE_GATEWAY_PROCESS_PROCESS_CONFIG_H
#define MEHARI_MODULE_GATEWAY_PROCESS_PROCESS_CONFIG_H

#include "module/common/httpd_headers.h"
#include "module/config/cgi.h"
#include "shared/wire/wire.h"

#define MH_CGI_HANDLER "perl-cgi"

#define MH_CGI_BUFFER (1024 * 1024)
#define MH_CGI_BODY 65536
#define MH_CGI_FILE (1024 * 1024 * 1024)

const mh_cgi_server_t *mh_cgi_server(const server_rec *s);
const mh_cgi_dir_t *mh_cgi_dir(const request_rec *r);

/* True if scripts that mod_cgi would run are run by a pool. */
bool mh_cgi_takes_scripts(const request_rec *r);

/* The longest silence of a script, or of a worker that serves. */
apr_interval_time_t mh_process_timeout(const request_rec *r, bool serves);
/* Bytes of output that are kept in memory for a slow client. */
apr_size_t mh_process_buffer(const request_rec *r);
/* Bytes of output that may be in a file besides; 0: none. */
apr_off_t mh_process_file(const request_rec *r);

/*
 * Bytes of the request's body that are kept in memory; false: the body is
 * streamed.
 */
bool mh_process_body_room(const request_rec *r, apr_size_t *room);

/* The pool of the request, or NULL and the reason why it may not run a script.
 */
struct mh_pool_t *mh_process_pool(request_rec *r, const char **why);

/* For the module's table of directives. */
const char *mh_process_use_pool(cmd_parms *cmd, void *dir, const char *name);
const char *mh_cgi_set_log(cmd_parms *cmd, void *dir, const char *file);
const char *mh_cgi_set_log_length(cmd_parms *cmd, void *dir, const char *bytes);
const char *mh_cgi_set_log_buffer(cmd_parms *cmd, void *dir, const char *bytes);
const char *mh_process_set_timeout(cmd_parms *cmd, void *dir, const char *time);
const char *mh_cgi_set_scripts(cmd_parms *cmd, void *dir, int on);
const char *mh_process_set_buffer(cmd_parms *cmd, void *dir, const char *word);

#endif
