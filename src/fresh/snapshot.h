/*
 * snapshot.h - all that a program finds when it starts: its symbols, its
 * lexicals, their values, its handles, and what its ops remember.
 */
#ifndef MEHARI_FRESH_SNAPSHOT_H
#define MEHARI_FRESH_SNAPSHOT_H

#include <EXTERN.h>
#include <perl.h>

#include "fresh/source.h"
#include "fresh/symbol.h"

typedef struct mh_snapshot_t mh_snapshot_t;

/*
 * Right after compilation; `before` are the symbols there were before it, and
 * required is what mh_arrival_t says, which is taken over.
 */
mh_snapshot_t *mh_snapshot_take(pTHX_ const mh_source_t *source,
                                const mh_symbols_t *before, HV *required);

/* Does some of its code start other processes, or end this one? */
bool mh_snapshot_needs_process(pTHX_ const mh_snapshot_t *snapshot);

/* A run begins. */
void mh_snapshot_begin(pTHX_ mh_snapshot_t *snapshot);

/* Destroys the objects in the program's variables, as perl does at its end. */
void mh_snapshot_destroy_objects(pTHX_ mh_snapshot_t *snapshot);

/* False: not all can be put back, the program has to be compiled anew. */
bool mh_snapshot_restore(pTHX_ mh_snapshot_t *snapshot);

/* False: not any more. */
bool mh_snapshot_install(pTHX_ mh_snapshot_t *snapshot);
void mh_snapshot_remove(pTHX_ mh_snapshot_t *snapshot);
void mh_snapshot_free(pTHX_ mh_snapshot_t *snapshot);

#endif
