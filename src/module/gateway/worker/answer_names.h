/*
 * answer_names.h - the notes and variables of a worker that httpd's log needs.
 *
 * They are for the log alone, so only names in the server's log formats count:
 * %{NAME}n and %{NAME}e of LogFormat, CustomLog, GlobalLog and ErrorLogFormat.
 * No other name of a worker's gets into a request of httpd's, whatever it would
 * mean to a module there. In httpd's parent while it starts; children read.
 */
#ifndef MEHARI_MODULE_GATEWAY_WORKER_ANSWER_NAMES_H
#define MEHARI_MODULE_GATEWAY_WORKER_ANSWER_NAMES_H

#include "module/common/httpd_headers.h"

typedef enum {
    MH_ANSWER_NOTES,
    MH_ANSWER_ENVIRONMENT
} mh_gateway_answer_names_e;

/* Empties the names, before the configuration is read. */
void mh_gateway_answer_names_reset(apr_pool_t *pconf);
/* Adds the names in these directives, and in their sections. */
void mh_gateway_answer_names_add(const ap_directive_t *tree);

bool mh_gateway_answer_names_has(mh_gateway_answer_names_e what,
                                 const char *name);

#endif
