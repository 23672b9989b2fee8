/*
 * environ.h - what compilation has changed in %ENV: done again in each run,
 * whose %ENV is another.
 */
#ifndef MEHARI_FRESH_ENVIRON_H
#define MEHARI_FRESH_ENVIRON_H

#include <EXTERN.h>
#include <perl.h>

typedef struct mh_environ_t {
    HV *before; /* while it is compiled */
    struct mh_environ_change_t {
        SV *name;
        SV *value; /* NULL: it was deleted */
    } * list;
    size_t count;
} mh_environ_t;

void mh_environ_begin(pTHX_ mh_environ_t *changes);
void mh_environ_take(pTHX_ mh_environ_t *changes);
void mh_environ_apply(pTHX_ const mh_environ_t *changes);
void mh_environ_free(pTHX_ mh_environ_t *changes);

#endif
