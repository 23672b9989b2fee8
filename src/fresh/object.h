/*
 * object.h - the destructors of objects that a run has left behind.
 *
 * At its end perl destroys all objects first, while the variables that their
 * destructors look at are still there. So do we, for those that the program's
 * variables lead to.
 */
#ifndef MEHARI_FRESH_OBJECT_H
#define MEHARI_FRESH_OBJECT_H

#include <EXTERN.h>
#include <perl.h>

#include "fresh/pointers.h"
#include "fresh/value.h"

typedef struct mh_objects_t {
    const mh_values_t *values; /* what compilation has made stays */
    mh_pointers_t seen;
} mh_objects_t;

/*
 * Takes the references to objects out of what the value leads to, unless
 * it is noted: then mh_values_each_changed() leads to it.
 */
void mh_objects_destroy(pTHX_ SV *sv, void *data);

/* The same for one that is noted. */
void mh_objects_look(pTHX_ SV *sv, void *data);

#endif
