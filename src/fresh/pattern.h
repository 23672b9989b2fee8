/*
 * pattern.h - what ops keep from one run to the next: the regular expression
 * of m/$variable/o, that m?...? has matched, and what number "abc" + 1 has
 * found in its text, of which perl warns once.
 */
#ifndef MEHARI_FRESH_PATTERN_H
#define MEHARI_FRESH_PATTERN_H

#include <EXTERN.h>
#include <perl.h>

#include "fresh/lexical.h"

typedef struct mh_patterns_t {
    struct mh_pattern_t {
        PMOP *op;
        REGEXP *compiled; /* NULL: at its first use */
    } * list;
    size_t count;
    SV **texts; /* constants that are no numbers, used as such */
    size_t text_count;
} mh_patterns_t;

/* Of the main program, whose body is apart, and of all other code. */
void mh_patterns_take(pTHX_ mh_patterns_t *patterns, CV *main, OP *body,
                      const mh_codes_t *codes);
void mh_patterns_restore(pTHX_ mh_patterns_t *patterns);
void mh_patterns_free(pTHX_ mh_patterns_t *patterns);

#endif
