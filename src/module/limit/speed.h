/*
 * speed.h - PerlSpeedLimit: clients that send requests too fast get 429 before
 * any other work is done for them.
 *
 * Runs in httpd's own processes, under any MPM; so it limits requests for
 * embedded Perl, pools and httpd itself. A request where the directive is not
 * in force costs one comparison.
 */
#ifndef MEHARI_MODULE_LIMIT_SPEED_H
#define MEHARI_MODULE_LIMIT_SPEED_H

#include "module/common/mehari.h"
#include "module/limit/speed_table.h"

/* Limit of a directory: NULL where none is set. */
typedef struct mh_speed_limit_t {
    mh_speed_t speed;
    const char *said; /* the directive's text: "20/60 (httpd.conf:12)" */
} mh_speed_limit_t;

/* Wants the table for Perl code, too; false: too late, there are children. */
bool mh_speed_want(void);

/* Called by module.c. */
void mh_speed_reset(void);
const char *mh_speed_start(apr_pool_t *pconf);
void mh_speed_register(void);

/* Seconds until a request may pass; 0: this one passes. */
int64_t mh_speed_take(const mh_speed_t *speed, request_rec *r,
                      const char *said);

/* For the table of directives. */
const char *mh_speed_set(cmd_parms *cmd, void *dir, const char *rate,
                         const char *burst);

#endif
