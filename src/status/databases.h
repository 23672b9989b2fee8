/*
 * databases.h - what connections of DBI a process has, on its seat of the
 * board: lines "count TAB driver TAB source", without passwords.
 *
 * A child of httpd, or a worker. Looked at after each request, without running
 * any Perl: only when handles have come or gone does Perl say what they are.
 */
#ifndef MEHARI_STATUS_DATABASES_H
#define MEHARI_STATUS_DATABASES_H

#include "../mehari.h"
#include "status/board.h"

/* In the process's turn. anyway: a connection may have been closed, too. */
void mh_databases_note(pTHX_ mh_board_seat_t *seat, bool anyway);

/* Mehari::Databases::show(TEXT). */
void mh_databases_boot(pTHX);

#endif
