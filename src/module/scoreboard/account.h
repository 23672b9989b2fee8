/*
 * account.h - notes of a process with handlers on its family's scoreboard: a
 * prefork child of httpd, or a worker of a pool.
 */
#ifndef MEHARI_MODULE_SCOREBOARD_ACCOUNT_H
#define MEHARI_MODULE_SCOREBOARD_ACCOUNT_H

#include "module/common/mehari.h"
#include "shared/scoreboard.h"

/* One request, while a handler answers it. */
typedef struct mh_account_t {
    bool counts; /* it is not nested in another */
    uint64_t began;
    mh_scoreboard_script_t *script;
} mh_account_t;

/* Parent of httpd: makes the scoreboard for embedded Perl. */
void mh_account_start(apr_pool_t *pconf);
/* A worker base: maps the manager's scoreboard. */
void mh_account_inherit(int fd);
/* Takes a slot in a process that will answer requests. */
void mh_account_child(apr_pool_t *pool);
/* Notes the database connections, after PerlChildInitHandlers have run. */
void mh_account_ready(void);
/* The scoreboard of httpd's own processes; its room is NULL without one. */
const mh_scoreboard_t *mh_account_board(void);

/* Counts a script compiled here, for a request or ahead. */
void mh_account_compiled(const char *file, uint64_t took);
/*
 * The name is that of the file if the request is for one, else the handler's.
 */
void mh_account_begin(mh_account_t *account, request_rec *r,
                      const char *handler);
void mh_account_end(const mh_account_t *account, request_rec *r, int status);

#endif
