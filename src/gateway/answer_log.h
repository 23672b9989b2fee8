/*
 * answer_log.h - notes and variables that a worker leaves for the log.
 *
 * httpd hands both on with every redirect of its own, those of ErrorDocument
 * included, to handlers of other pools and to scripts (REDIRECT_*). So they are
 * kept aside until nothing can follow, and then only add to what httpd has.
 */
#ifndef MEHARI_GATEWAY_ANSWER_LOG_H
#define MEHARI_GATEWAY_ANSWER_LOG_H

#include "gateway/gateway.h"

typedef enum { MH_ANSWER_NOTES, MH_ANSWER_ENVIRONMENT } mh_answer_log_e;

/*
 * Of those that the log wants (answer_names.h), what httpd has not itself.
 * False: there are more than `most`.
 */
bool mh_answer_log_keep(request_rec *r, mh_answer_log_e what,
                        const apr_table_t *said, int most);
/* A note that the worker was given and goes on with. */
void mh_answer_log_continue(request_rec *r, const char *note,
                            const char *value);
/* They count now. */
void mh_answer_log_apply(request_rec *r);

void mh_answer_log_register(void);

#endif
