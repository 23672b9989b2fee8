/*
 * original.h - the perl that the script names. A base runs the same library,
 * but it is another program: what perl knows of itself is asked of it.
 */
#ifndef MEHARI_ORIGINAL_H
#define MEHARI_ORIGINAL_H

#include <EXTERN.h>
#include <perl.h>

/* Runs it, with the switch and environment of this base: before Perl starts. */
void mh_original_ask(const char *perl, const char *switch_word);

/* $^X and @INC become the original's. Before any code is compiled. */
void mh_original_apply(pTHX);

#endif
