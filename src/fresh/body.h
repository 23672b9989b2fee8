/*
 * body.h - subs of a program that it has undefined while it ran.
 *
 * `undef &sub` frees the ops and the pad, which are the program's: here they
 * are put aside until the run has ended.
 */
#ifndef MEHARI_FRESH_BODY_H
#define MEHARI_FRESH_BODY_H

#include <EXTERN.h>
#include <perl.h>

#include "fresh/lexical.h"

typedef struct mh_bodies_t {
    const mh_codes_t *codes; /* whose bodies are kept */
    struct mh_body_t *list;  /* put aside */
    size_t count;
} mh_bodies_t;

/* Wraps undef, once per process, before code is compiled. */
void mh_bodies_install(void);

/* Whose subs are kept from now on; NULL: nobody's. */
void mh_bodies_tell(mh_bodies_t *bodies);

/* Gives them back. */
void mh_bodies_restore(pTHX_ mh_bodies_t *bodies);

#endif
