/*
 * outside.c - APR::* in a plain perl: the same rows, without httpd.
 *
 * mehari_apr.so is what lib/APR.pm loads where there is no server: the files
 * of src/api that know only APR, and here what they ask the rest of the module
 * for. Nothing in this process is a request or a server, so most of that is
 * never called; it says so if it is.
 */
#include "apr_general.h"

#include "../api/perlio.h"
#include "../api/table.h"
#include "../perl/interpreter.h"
#include "../request/context.h"
#include "../request/environment.h"

#define OUTSIDE __attribute__((visibility("default")))

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
extern const mh_api_t mh_api_brigade;
extern const mh_api_t mh_api_brigade_class;
extern const mh_api_t mh_api_bucket;
extern const mh_api_t mh_api_bucket_alloc;
extern const mh_api_t mh_api_bucket_alloc_class;
extern const mh_api_t mh_api_bucket_class;
extern const mh_api_t mh_api_bucket_functions;
extern const mh_api_t mh_api_bucket_type;

OUTSIDE XS_EXTERNAL(boot_Mehari__Outside);

const mh_api_t *const mh_api[] = {
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
    &mh_api_brigade,
    &mh_api_brigade_class,
    &mh_api_bucket,
    &mh_api_bucket_alloc,
    &mh_api_bucket_alloc_class,
    &mh_api_bucket_class,
    &mh_api_bucket_functions,
    &mh_api_bucket_type,
    NULL,
};

/* What the module and httpd define inside. */
mh_interpreter_t mehari;
module perl_module;
bool mh_environment_waits;

XS_EXTERNAL(boot_Mehari__Outside)
{
    dXSARGS;
    apr_status_t rc = apr_initialize();

    PERL_UNUSED_VAR(items);
    PERL_UNUSED_VAR(cv);
    if (rc != APR_SUCCESS) {
        croak("APR could not be started: error %d", (int)rc);
    }
    mehari.perl = aTHX;
    mehari.pid = getpid();
    mehari.generation = 1;
    mh_object_boot(aTHX);
    mh_api_define(aTHX);
    mh_perlio_boot(aTHX);
    XSRETURN_EMPTY;
}

void mh_environment_settle(pTHX)
{
    PERL_UNUSED_CONTEXT;
}

/* No object here is a request's. */
mh_context_t *mh_context_make(request_rec *r)
{
    (void)r;
    abort();
}

/* What would be a line of the error log. */
static void say(const char *format, va_list list)
{
    char line[1024];

    apr_vsnprintf(line, sizeof line, format, list);
    fprintf(stderr, "%s\n", line);
}

void ap_log_error_(const char *file, int line, int module_index, int level,
                   apr_status_t status, const server_rec *s, const char *format,
                   ...)
{
    va_list list;

    va_start(list, format);
    say(format, list);
    va_end(list);
}
