/*
 * ending.h - what perl does when a program has ended: END blocks, and the
 * destructors of what is left.
 */
#ifndef MEHARI_FRESH_ENDING_H
#define MEHARI_FRESH_ENDING_H

#include <EXTERN.h>
#include <perl.h>

#include "fresh/snapshot.h"

/*
 * Runs PL_endav and destroys the objects that the run has left in the state
 * (NULL: none is known). Returns the program's status, as of wait().
 */
int mh_ending_run(pTHX_ mh_snapshot_t *snapshot);

#endif
