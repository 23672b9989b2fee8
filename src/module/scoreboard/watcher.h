/*
 * watcher.h - a thread of an httpd child with embedded Perl that reads the
 * position of the Perl code: for PerlSlowLog, and for the status page.
 *
 * No other process may look into a child that has changed its user. A signal
 * would end a sleep or a select of the code; a thread disturbs nothing. It runs
 * no Perl, calls no code of a request, and is there only with PerlSlowLog.
 */
#ifndef MEHARI_MODULE_SCOREBOARD_WATCHER_H
#define MEHARI_MODULE_SCOREBOARD_WATCHER_H

#include "shared/scoreboard.h"

/* Starts the thread in a child that has taken its slot, before its first
 * request. */
void mh_watcher_start(const mh_scoreboard_t *board, mh_scoreboard_slot_t *slot);
/* Ends it before the memory of the process goes. */
void mh_watcher_stop(void);

/*
 * Asks the watcher of another child for its Perl stack; false: it has none, or
 * does not answer in time.
 */
bool mh_watcher_ask(mh_scoreboard_slot_t *slot, char *text, size_t size);

#endif
