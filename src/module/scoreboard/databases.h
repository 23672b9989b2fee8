/*
 * databases.h - the DBI connections of a process, in its slot of the
 * scoreboard: lines "count TAB driver TAB source", without passwords.
 *
 * A child of httpd, or a worker. Checked after each request, without running
 * any Perl: Perl is asked for names only when handles have come or gone.
 */
#ifndef MEHARI_MODULE_SCOREBOARD_DATABASES_H
#define MEHARI_MODULE_SCOREBOARD_DATABASES_H

#include "module/common/mehari.h"
#include "shared/scoreboard.h"

/* Call it in the process's turn. anyway: a connection may have been closed,
 * too. */
void mh_databases_note(pTHX_ mh_scoreboard_slot_t *slot, bool anyway);

/* Mehari::Databases::show(TEXT). */
void mh_databases_boot(pTHX);

#endif
