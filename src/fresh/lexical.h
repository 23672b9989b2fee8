/*
 * lexical.h - the my and state variables of a program: of the file, and of
 * every sub in it.
 *
 * A sub that uses a variable of the file *captures* it while it is compiled:
 * its pad refers to the same container. When the main program ends, perl gives
 * it a new container for each that is captured, as the sub may live on, and
 * the two are no more one variable. Here the containers that were one after
 * compilation are made one again. How they came to be one does not matter:
 * nested subs, formats, closures made by BEGIN blocks are all the same.
 */
#ifndef MEHARI_FRESH_LEXICAL_H
#define MEHARI_FRESH_LEXICAL_H

#include <EXTERN.h>
#include <perl.h>

#include "fresh/value.h"

typedef struct mh_lexicals_t mh_lexicals_t;

/* What stays of code: subs, the main program, formats. */
typedef struct mh_codes_t {
    CV **list;
    size_t count;
} mh_codes_t;

/* Adds all code there is. */
void mh_codes_survey(pTHX_ mh_pointers_t *known);

/*
 * The code of the program whose main program this is; known is what there was
 * before it was compiled.
 */
mh_codes_t mh_codes_find(pTHX_ CV *main, const mh_pointers_t *known);

void mh_codes_free(pTHX_ mh_codes_t *codes);

mh_lexicals_t *mh_lexicals_take(pTHX_ const mh_codes_t *codes,
                                mh_values_t *values);

/* Calls the function for each variable that two pads or more share. */
void mh_lexicals_each(pTHX_ mh_lexicals_t *lexicals,
                      void (*function)(pTHX_ SV *, void *), void *data);

/* False: a sub has lost its body. */
bool mh_lexicals_restore(pTHX_ mh_lexicals_t *lexicals);

void mh_lexicals_free(pTHX_ mh_lexicals_t *lexicals);

#endif
