/*
 * process_config.h - the configuration of a process that answers: its pool, its
 * time, its buffers. Runs in httpd. The list of pools is in
 * module/gateway/pools/pool_config.h.
 */
#ifndef MEHARI_MODULE_GATEWAY_PROCESS_PROCESS_CONFIG_H
#define MEHARI_MODULE_GATEWAY_PROCESS_PROCESS_CONFIG_H

#include "module/common/httpd_headers.h"
#include "module/config/cgi.h"
#include "shared/wire/wire.h"

#define MH_PROCESS_BUFFER (1024 * 1024)
#define MH_PROCESS_BODY 65536
#define MH_PROCESS_FILE (1024 * 1024 * 1024)

const mh_cgi_dir_t *mh_process_dir(const request_rec *r);

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
const char *mh_process_set_timeout(cmd_parms *cmd, void *dir, const char *time);
const char *mh_process_set_buffer(cmd_parms *cmd, void *dir, const char *word);

#endif
