/*
 * mehari.h - the words that every unit of the module shares.
 *
 * Includes httpd's and Perl's headers in the one order in which they agree,
 * and names the process-wide state. The interpreter runs in one thread of one
 * process: the httpd parent starts it, each prefork child has its copy.
 */
#ifndef MEHARI_MODULE_COMMON_MEHARI_H
#define MEHARI_MODULE_COMMON_MEHARI_H

#include <stdbool.h>
#include <stddef.h>

#include "module/common/httpd_headers.h"

#include "http_main.h"
#include "apr_hash.h"

#define PERL_NO_GET_CONTEXT
#include "EXTERN.h"
#include "perl.h"
#include "XSUB.h"

#include "module/common/message.h"
#include "shared/perl/compat.h"

/* Our own version: that of meson.build. */
#define MH_VERSION "0.1.0"

/* The mod_perl release whose contract is kept. */
#define MH_COMPAT_VERSION "2.0.13"
#define MH_COMPAT_NUMBER "2.000013"
#define MH_API_VERSION "2"

/* ModPerl::EXIT: the code that exit() throws (see call.h). */
#define MH_EXIT 120000

/* Error of an input filter that has died, as httpd's caller sees it. */
#define MH_FILTER_ERROR (MH_EXIT + 1)

#endif
