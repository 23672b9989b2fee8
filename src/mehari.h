/*
 * mehari.h - the words that every unit of the module shares.
 *
 * Includes httpd's and Perl's headers in the one order in which they agree,
 * and names the process-wide state. The interpreter runs in one thread of one
 * process: the httpd parent starts it, each prefork child has its copy.
 */
#ifndef MEHARI_H
#define MEHARI_H

#include <stdbool.h>
#include <stddef.h>

#include "httpd.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_main.h"
#include "http_protocol.h"
#include "http_request.h"
#include "util_script.h"
#include "ap_mpm.h"
#include "apr_strings.h"
#include "apr_tables.h"
#include "apr_hash.h"

#define PERL_NO_GET_CONTEXT
#include "EXTERN.h"
#include "perl.h"
#include "XSUB.h"

/* What we answer for: the mod_perl release whose contract is kept. */
#define MH_COMPAT_VERSION "2.0.12"
#define MH_COMPAT_NUMBER "2.000012"
#define MH_API_VERSION "2"

/* ModPerl::EXIT: the code that exit() throws (see call.h). */
#define MH_EXIT 120000

/* The one symbol that others see. */
extern __attribute__((visibility("default"))) module perl_module;

APLOG_USE_MODULE(perl);

#endif
