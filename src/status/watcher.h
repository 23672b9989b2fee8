/*
 * watcher.h - a thread of an httpd child with embedded Perl that looks, from
 * beside it, where the Perl code is: for PerlSlowLog, and for the status page.
 *
 * Nobody else may look into a child that has changed its user. A signal would
 * end a sleep or a select of the code; a thread disturbs nothing. It runs no
 * Perl, calls no code of a request, and is there only with PerlSlowLog.
 */
#ifndef MEHARI_STATUS_WATCHER_H
#define MEHARI_STATUS_WATCHER_H

#include "status/board.h"

/* In a child that has sat down there, before its first request. */
void mh_watcher_start(const mh_board_t *board, mh_board_seat_t *seat);
/* Before the memory of the process goes. */
void mh_watcher_stop(void);

/*
 * Asks the watcher of another child for its Perl stack; false: it has none, or
 * does not answer in time.
 */
bool mh_watcher_ask(mh_board_seat_t *seat, char *text, size_t size);

#endif
