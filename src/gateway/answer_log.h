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

/* False: there are more than `most` that are new. */
bool mh_answer_log_keep(request_rec *r, mh_answer_log_e what, apr_table_t *said,
                        int most);
/* They count now. */
void mh_answer_log_apply(request_rec *r);

void mh_answer_log_register(void);

#endif
