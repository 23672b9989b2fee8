/*
 * account.h - what a process in which handlers run notes on its family's board:
 * a prefork child of httpd, or a worker of a pool.
 */
#ifndef MEHARI_STATUS_ACCOUNT_H
#define MEHARI_STATUS_ACCOUNT_H

#include "../mehari.h"
#include "status/board.h"

/* One request, while a handler answers it. */
typedef struct mh_account_t {
    bool counts; /* it is not inside another */
    uint64_t began;
    mh_board_script_t *script;
} mh_account_t;

/* Parent of httpd: makes the board for embedded Perl. */
void mh_account_start(apr_pool_t *pconf);
/* A worker base: the board is the manager's. */
void mh_account_inherit(int fd);
/* A process that is to answer requests has begun. */
void mh_account_child(apr_pool_t *pool);
/* The same, when its own code has prepared itself. */
void mh_account_ready(void);
/* The board of httpd's own processes; its room is NULL without one. */
const mh_board_t *mh_account_board(void);

/* A script has been compiled here, for a request or ahead. */
void mh_account_compiled(const char *file, uint64_t took);
void mh_account_begin(mh_account_t *account, request_rec *r);
void mh_account_end(const mh_account_t *account, request_rec *r, int status);

#endif
