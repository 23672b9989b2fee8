/*
 * answer_log.h - notes and variables of a worker for the log. Runs in httpd's
 * children.
 *
 * httpd passes both on with every redirect of its own, those of ErrorDocument
 * included, to handlers of other pools and to scripts (REDIRECT_*). So they are
 * stored until no redirect can follow, and then only add to httpd's own.
 */
#ifndef MEHARI_MODULE_GATEWAY_WORKER_ANSWER_LOG_H
#define MEHARI_MODULE_GATEWAY_WORKER_ANSWER_LOG_H

#include "module/gateway/worker/answer_names.h"

/*
 * Stores the values that the log wants (answer_names.h) and httpd does not
 * have. False: there are more than `most`.
 */
bool mh_gateway_answer_log_keep(request_rec *r, mh_gateway_answer_names_e what,
                                const apr_table_t *said, int most);
/* Continues a note that the worker was given. */
void mh_gateway_answer_log_continue(request_rec *r, const char *note,
                                    const char *value);
/* Adds the stored values to the request. */
void mh_gateway_answer_log_apply(request_rec *r);

void mh_gateway_answer_log_register(void);

#endif
