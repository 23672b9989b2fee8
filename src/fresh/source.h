/*
 * source.h - from a file to a main program that has not begun to run.
 *
 * Nothing here knows of httpd.
 */
#ifndef MEHARI_FRESH_SOURCE_H
#define MEHARI_FRESH_SOURCE_H

#include <EXTERN.h>
#include <perl.h>

/* What perl makes of a program before it runs the first statement. */
typedef struct mh_source_t {
    const char *path;
    const char *package; /* the program's; NULL: main */

    /* Filled by mh_source_compile(), owned by the program. */
    CV *cv;      /* the main program: its lexicals, no body of its own */
    OP *root;    /* NULL: there is nothing to run, only BEGIN blocks */
    OP *start;   /* the first */
    AV *init;    /* INIT blocks, NULL: none; so below */
    AV *end;     /* END blocks: PL_endav, which is taken over */
    U32 evals;   /* string evals until now, which perl counts */
    U8 warnings; /* PL_dowarn: -w in its first line */
} mh_source_t;

/*
 * Compiles as perl does: BEGIN, UNITCHECK and CHECK blocks run. To be called
 * on a stage; errors are printed and leave it as perl's exit does. END blocks
 * are added to PL_endav.
 */
void mh_source_compile(pTHX_ void *data);

void mh_source_free(pTHX_ mh_source_t *source);

#endif
