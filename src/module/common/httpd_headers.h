/*
 * httpd_headers.h - httpd's headers, for units that know no Perl, and the name
 * under which the module logs.
 */
#ifndef MEHARI_MODULE_COMMON_HTTPD_HEADERS_H
#define MEHARI_MODULE_COMMON_HTTPD_HEADERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "httpd.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "ap_mpm.h"
#include "apr_buckets.h"
#include "apr_lib.h"
#include "apr_strings.h"
#include "apr_tables.h"
#include "util_filter.h"
#include "util_script.h"

/* The module's record: the one symbol that others see. */
extern __attribute__((visibility("default"))) module perl_module;

APLOG_USE_MODULE(perl);

#endif
