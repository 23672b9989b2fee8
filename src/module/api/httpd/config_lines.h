/*
 * config_lines.h - configuration that Perl code hands over as lines.
 */
#ifndef MEHARI_MODULE_API_HTTPD_CONFIG_LINES_H
#define MEHARI_MODULE_API_HTTPD_CONFIG_LINES_H

#include "module/api/core/method_table.h"

typedef struct {
    apr_pool_t *pool;
    server_rec *server;
    int override;           /* legal directives: OR_... */
    int override_options;   /* legal Options: OPT_... */
    const char *path;       /* directory that the lines belong to, or NULL */
    request_rec *request;   /* as in .htaccess: no code may be loaded; NULL:
                               the lines are the server's */
    ap_conf_vector_t *into; /* target of the directives */
} mh_config_target_t;

/*
 * Obeys the lines (a reference to an array of strings: argument i). Croaks with
 * mod_perl's words and httpd's own message when a line is wrong. Returns the
 * lines, or NULL if there were none.
 */
const ap_directive_t *mh_config_lines(pTHX_ mh_call_t *call, int i,
                                      const mh_config_target_t *target);

/*
 * True if cmd comes from such a line, which the server's own code has written.
 */
bool mh_config_lines_are(const cmd_parms *cmd);

#endif
