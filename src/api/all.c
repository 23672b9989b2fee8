/*
 * all.c - every table of methods.
 *
 * File F.c exports mh_api_F, and mh_api_F_<what> for what it defines in
 * another package or with another kind of invocant.
 */
#include "table.h"

extern const mh_api_t mh_api_access;
extern const mh_api_t mh_api_apr_date;
extern const mh_api_t mh_api_apr_error;
extern const mh_api_t mh_api_apr_finfo;
extern const mh_api_t mh_api_apr_finfo_functions;
extern const mh_api_t mh_api_apr_misc_base64;
extern const mh_api_t mh_api_apr_misc_string;
extern const mh_api_t mh_api_apr_misc_util;
extern const mh_api_t mh_api_apr_pool;
extern const mh_api_t mh_api_apr_pool_class;
extern const mh_api_t mh_api_apr_sockaddr;
extern const mh_api_t mh_api_apr_sockaddr_subnet;
extern const mh_api_t mh_api_apr_sockaddr_subnet_class;
extern const mh_api_t mh_api_apr_socket;
extern const mh_api_t mh_api_apr_socket_address;
extern const mh_api_t mh_api_apr_socket_functions;
extern const mh_api_t mh_api_apr_status;
extern const mh_api_t mh_api_apr_table;
extern const mh_api_t mh_api_apr_table_class;
extern const mh_api_t mh_api_apr_thread_mutex;
extern const mh_api_t mh_api_apr_thread_mutex_class;
extern const mh_api_t mh_api_apr_thread_os;
extern const mh_api_t mh_api_apr_thread_rwlock;
extern const mh_api_t mh_api_apr_thread_rwlock_class;
extern const mh_api_t mh_api_apr_uri;
extern const mh_api_t mh_api_apr_uri_class;
extern const mh_api_t mh_api_apr_uri_functions;
extern const mh_api_t mh_api_apr_uuid;
extern const mh_api_t mh_api_apr_uuid_class;
extern const mh_api_t mh_api_auth_provider;
extern const mh_api_t mh_api_brigade;
extern const mh_api_t mh_api_brigade_class;
extern const mh_api_t mh_api_brigade_filter;
extern const mh_api_t mh_api_bucket;
extern const mh_api_t mh_api_bucket_alloc;
extern const mh_api_t mh_api_bucket_alloc_class;
extern const mh_api_t mh_api_bucket_class;
extern const mh_api_t mh_api_bucket_functions;
extern const mh_api_t mh_api_bucket_type;
extern const mh_api_t mh_api_cmd_parms;
extern const mh_api_t mh_api_command;
extern const mh_api_t mh_api_connection;
extern const mh_api_t mh_api_connection_util;
extern const mh_api_t mh_api_constants;
extern const mh_api_t mh_api_directive;
extern const mh_api_t mh_api_directive_functions;
extern const mh_api_t mh_api_filter;
extern const mh_api_t mh_api_filter_add_connection;
extern const mh_api_t mh_api_filter_add_request;
extern const mh_api_t mh_api_filter_functions;
extern const mh_api_t mh_api_filter_rec;
extern const mh_api_t mh_api_hook_run;
extern const mh_api_t mh_api_interp;
extern const mh_api_t mh_api_interp_class;
extern const mh_api_t mh_api_interp_pool;
extern const mh_api_t mh_api_interp_tipool;
extern const mh_api_t mh_api_interp_tipool_config;
extern const mh_api_t mh_api_log;
extern const mh_api_t mh_api_log_levels;
extern const mh_api_t mh_api_log_request;
extern const mh_api_t mh_api_log_server;
extern const mh_api_t mh_api_log_server_functions;
extern const mh_api_t mh_api_modperl_util;
extern const mh_api_t mh_api_module;
extern const mh_api_t mh_api_module_functions;
extern const mh_api_t mh_api_mpm;
extern const mh_api_t mh_api_provider;
extern const mh_api_t mh_api_request_io;
extern const mh_api_t mh_api_request_io_class;
extern const mh_api_t mh_api_request_new;
extern const mh_api_t mh_api_request_rec;
extern const mh_api_t mh_api_request_util;
extern const mh_api_t mh_api_request_util_functions;
extern const mh_api_t mh_api_request_util_global;
extern const mh_api_t mh_api_response;
extern const mh_api_t mh_api_server_rec;
extern const mh_api_t mh_api_server_rec_process;
extern const mh_api_t mh_api_server_util;
extern const mh_api_t mh_api_server_util_class;
extern const mh_api_t mh_api_server_util_functions;
extern const mh_api_t mh_api_subprocess;
extern const mh_api_t mh_api_subrequest;
extern const mh_api_t mh_api_subrequest_run;
extern const mh_api_t mh_api_uri;
extern const mh_api_t mh_api_uri_functions;
extern const mh_api_t mh_api_util;

const mh_api_t *const mh_api[] = { &mh_api_access,
                                   &mh_api_apr_date,
                                   &mh_api_apr_error,
                                   &mh_api_apr_finfo,
                                   &mh_api_apr_finfo_functions,
                                   &mh_api_apr_misc_base64,
                                   &mh_api_apr_misc_string,
                                   &mh_api_apr_misc_util,
                                   &mh_api_apr_pool,
                                   &mh_api_apr_pool_class,
                                   &mh_api_apr_sockaddr,
                                   &mh_api_apr_sockaddr_subnet,
                                   &mh_api_apr_sockaddr_subnet_class,
                                   &mh_api_apr_socket,
                                   &mh_api_apr_socket_address,
                                   &mh_api_apr_socket_functions,
                                   &mh_api_apr_status,
                                   &mh_api_apr_table,
                                   &mh_api_apr_table_class,
                                   &mh_api_apr_thread_mutex,
                                   &mh_api_apr_thread_mutex_class,
                                   &mh_api_apr_thread_os,
                                   &mh_api_apr_thread_rwlock,
                                   &mh_api_apr_thread_rwlock_class,
                                   &mh_api_apr_uri,
                                   &mh_api_apr_uri_class,
                                   &mh_api_apr_uri_functions,
                                   &mh_api_apr_uuid,
                                   &mh_api_apr_uuid_class,
                                   &mh_api_auth_provider,
                                   &mh_api_brigade,
                                   &mh_api_brigade_class,
                                   &mh_api_brigade_filter,
                                   &mh_api_bucket,
                                   &mh_api_bucket_alloc,
                                   &mh_api_bucket_alloc_class,
                                   &mh_api_bucket_class,
                                   &mh_api_bucket_functions,
                                   &mh_api_bucket_type,
                                   &mh_api_cmd_parms,
                                   &mh_api_command,
                                   &mh_api_connection,
                                   &mh_api_connection_util,
                                   &mh_api_constants,
                                   &mh_api_directive,
                                   &mh_api_directive_functions,
                                   &mh_api_filter,
                                   &mh_api_filter_add_connection,
                                   &mh_api_filter_add_request,
                                   &mh_api_filter_functions,
                                   &mh_api_filter_rec,
                                   &mh_api_hook_run,
                                   &mh_api_interp,
                                   &mh_api_interp_class,
                                   &mh_api_interp_pool,
                                   &mh_api_interp_tipool,
                                   &mh_api_interp_tipool_config,
                                   &mh_api_log,
                                   &mh_api_log_levels,
                                   &mh_api_log_request,
                                   &mh_api_log_server,
                                   &mh_api_log_server_functions,
                                   &mh_api_modperl_util,
                                   &mh_api_module,
                                   &mh_api_module_functions,
                                   &mh_api_mpm,
                                   &mh_api_provider,
                                   &mh_api_request_io,
                                   &mh_api_request_io_class,
                                   &mh_api_request_new,
                                   &mh_api_request_rec,
                                   &mh_api_request_util,
                                   &mh_api_request_util_functions,
                                   &mh_api_request_util_global,
                                   &mh_api_response,
                                   &mh_api_server_rec,
                                   &mh_api_server_rec_process,
                                   &mh_api_server_util,
                                   &mh_api_server_util_class,
                                   &mh_api_server_util_functions,
                                   &mh_api_subprocess,
                                   &mh_api_subrequest,
                                   &mh_api_subrequest_run,
                                   &mh_api_uri,
                                   &mh_api_uri_functions,
                                   &mh_api_util,
                                   NULL };
