/*
 * perl_module.h - the module's record, as httpd and our log lines name it.
 */
#ifndef MEHARI_MODULE_COMMON_PERL_MODULE_H
#define MEHARI_MODULE_COMMON_PERL_MODULE_H

#include "http_config.h"
#include "http_log.h"

/* The one symbol that others see. */
extern __attribute__((visibility("default"))) module perl_module;

APLOG_USE_MODULE(perl);

#endif
