/*
 * special.h - perl's own variables, %SIG, %INC, and what of the process a
 * program can change.
 */
#ifndef MEHARI_FRESH_SPECIAL_H
#define MEHARI_FRESH_SPECIAL_H

#include <EXTERN.h>
#include <perl.h>

#include "fresh/stream.h"
#include "fresh/value.h"

#define MH_SPECIAL_VARIABLES 5
#define MH_SPECIAL_STREAMS 3

typedef struct mh_special_t {
    char *name; /* $0 */
    GV *name_gv;
    GV *globs[MH_SPECIAL_VARIABLES];
    SV *variables[MH_SPECIAL_VARIABLES]; /* those that have magic */
    GV *streams_gv[MH_SPECIAL_STREAMS];
    CV *forms[MH_SPECIAL_STREAMS]; /* format STDOUT */
    GV *signals_gv;
    size_t signal_count;
    SV **signals; /* what %SIG holds, by number */
    SV *die_hook;
    SV *warn_hook;
    HV *required;         /* %INC */
    mh_values_t search;   /* @INC */
    char *in_place;       /* $^I */
    I32 system_fd;        /* $^F */
    SV *accumulator;      /* $^A */
    mh_streams_t streams; /* of the run */
} mh_special_t;

/*
 * Those that can be put back at any time, in the place of another program's.
 */
void mh_special_put(pTHX_ mh_special_t *special);

/* As a perl that is about to compile this script has them. */
void mh_special_begin(pTHX_ const char *path);

/* As compilation has left them. */
void mh_special_take(pTHX_ mh_special_t *special);

/* A run begins: time, status, random numbers, the selected handle. */
void mh_special_start(pTHX_ mh_special_t *special);

/* It has ended: all is as compilation left it. */
void mh_special_restore(pTHX_ mh_special_t *special);

void mh_special_free(pTHX_ mh_special_t *special);

#endif
