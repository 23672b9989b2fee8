/*
 * outside.c - APR::* in a plain perl: the same rows, without httpd.
 *
 * lib/APR.pm loads mehari_apr.so where there is no server. The library has the
 * files of src/module/api that know only APR. This file has the functions of
 * the module's rest that those files call. The process has neither a request
 * nor a server, so most of these functions are never called; a call of one is
 * reported.
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

/* Variables that, inside httpd, the module or httpd defines. */
mh_interpreter_t mehari;
module perl_module;
bool mh_environment_waits;

XS_EXTERNAL(boot_Mehari__Outside)
{
    dXSARGS;
    apr_status_t rc = apr_initialize();

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
}

/* No object here is a request's. */
mh_context_t *mh_context_make(request_rec *r)
{
    abort();
}

/* Prints a text, which inside httpd would be a line of the error log. */
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
