/*
 * answer_names.h - the notes and variables of a worker that httpd's log needs.
 *
 * Only the log needs them, so only names in the server's log formats count:
 * %{NAME}n and %{NAME}e of LogFormat, CustomLog, GlobalLog and ErrorLogFormat.
 * No other note or variable of a worker gets into httpd's request, where it
 * could mean something to a module. In httpd's parent while it starts; children
 * read.
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
