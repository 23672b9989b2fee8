/*
 * glob.h - what stands in the slots of one glob.
 */
#ifndef MEHARI_FRESH_GLOB_H
#define MEHARI_FRESH_GLOB_H

#include <EXTERN.h>
#include <perl.h>

#include "fresh/value.h"

typedef struct mh_glob_t {
    GV *gv;
    GP *gp;
    SV *scalar;
    AV *array;
    HV *hash;
    CV *code;
    IO *io;
    CV *form;
    bool variables; /* $ @ % are plain: they may be put back */
    bool bodiless;  /* the code was only declared */
    bool foreign;   /* it is in a package of a module */
    bool expected;  /* its package is that of a module to be loaded, maybe */
} mh_glob_t;

/* Holds what is in the slots of glob->gv now, and notes the variables. */
void mh_glob_note(pTHX_ mh_glob_t *glob, mh_values_t *values);

/* What its variables hold now is what they will hold when they are restored. */
void mh_glob_renew(pTHX_ const mh_glob_t *glob, mh_values_t *values);

void mh_glob_restore(pTHX_ mh_glob_t *glob);

/* Lets go of all but the glob itself. */
void mh_glob_release(pTHX_ mh_glob_t *glob);

#endif
