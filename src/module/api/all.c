/*
 * all.c - the tables of methods that need httpd. The others are in
 * module/api/apr/apr_tables.c.
 */
#include "module/api/core/method_table.h"

extern const mh_api_t mh_api_access[];
extern const mh_api_t mh_api_auth_provider_add[];
extern const mh_api_t mh_api_cmd_parms[];
extern const mh_api_t mh_api_command[];
extern const mh_api_t mh_api_connection[];
extern const mh_api_t mh_api_constants[];
extern const mh_api_t mh_api_directive[];
extern const mh_api_t mh_api_filter[];
extern const mh_api_t mh_api_filter_add[];
extern const mh_api_t mh_api_form_body[];
extern const mh_api_t mh_api_hook_run[];
extern const mh_api_t mh_api_interp[];
extern const mh_api_t mh_api_log[];
extern const mh_api_t mh_api_modperl_util[];
extern const mh_api_t mh_api_module[];
extern const mh_api_t mh_api_mpm[];
extern const mh_api_t mh_api_provider[];
extern const mh_api_t mh_api_request_io[];
extern const mh_api_t mh_api_request_new[];
extern const mh_api_t mh_api_request_rec[];
extern const mh_api_t mh_api_request_util[];
extern const mh_api_t mh_api_response[];
extern const mh_api_t mh_api_server_rec[];
extern const mh_api_t mh_api_server_util[];
extern const mh_api_t mh_api_speed_limit[];
extern const mh_api_t mh_api_subprocess[];
extern const mh_api_t mh_api_subrequest[];
extern const mh_api_t mh_api_uri[];
extern const mh_api_t mh_api_util[];

const mh_api_t *const mh_api_httpd[] = {
    mh_api_access,       mh_api_auth_provider_add,
    mh_api_cmd_parms,    mh_api_command,
    mh_api_connection,   mh_api_constants,
    mh_api_directive,    mh_api_filter,
    mh_api_filter_add,   mh_api_form_body,
    mh_api_hook_run,     mh_api_interp,
    mh_api_log,          mh_api_modperl_util,
    mh_api_module,       mh_api_mpm,
    mh_api_provider,     mh_api_request_io,
    mh_api_request_new,  mh_api_request_rec,
    mh_api_request_util, mh_api_response,
    mh_api_server_rec,   mh_api_server_util,
    mh_api_speed_limit,  mh_api_subprocess,
    mh_api_subrequest,   mh_api_uri,
    mh_api_util,         NULL,
};
