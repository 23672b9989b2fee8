/*
 * outside.c - APR::* in a plain perl: the same rows, without httpd.
 *
 * mehari_apr.so is what lib/APR.pm loads where there is no server: the files
 * of src/module/api that know only APR, and here what they ask the rest of the
 * module for. Nothing in this process is a request or a server, so most of
 * that is never called; it says so if it is.
 */
#include "apr_general.h"

#include "module/api/apr/perlio.h"
#include "module/api/core/method_table.h"
#include "module/perl/interpreter.h"
#include "module/request/context/context.h"
#include "module/request/environment/environment.h"

#define OUTSIDE __attribute__((visibility("default")))

OUTSIDE XS_EXTERNAL(boot_Mehari__Outside);

const mh_api_t *const mh_api_httpd[] = { NULL };

/* Variables that the module and httpd define inside. */
mh_interpreter_t mehari;
module perl_module;
bool mh_environment_waits;

XS_EXTERNAL(boot_Mehari__Outside)
{
    dXSARGS;
    apr_status_t rc = apr_initialize();

    PERL_UNUSED_VAR(items);
    PERL_UNUSED_VAR(cv);
    if (rc != APR_SUCCESS)
        croak("APR could not be started: error %d", (int)rc);
    mehari.perl = PERL_GET_CONTEXT;
    mehari.pid = getpid();
    mehari.generation = 1;
    mh_object_boot(aTHX);
    mh_api_apr_boot(aTHX);
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

/* A text that inside would be a line of the error log. */
static void say(const char *format, va_list list)
{
    char line[1024];

    apr_vsnprintf(line, sizeof line, format, list);
    fprintf(stderr, "%s\n", line);
}

void mh_log_error(const char *file, int line, int module, int level,
                  apr_status_t status, const server_rec *s, const char *format,
                  ...)
{
    va_list list;

    va_start(list, format);
    say(format, list);
    va_end(list);
}
