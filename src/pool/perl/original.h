/*
 * original.h - the perl that the script names. A base has the same libperl, but
 * is another program. So it asks the perl that the script names for its $^X and
 * @INC.
 */
#ifndef MEHARI_POOL_PERL_ORIGINAL_H
#define MEHARI_POOL_PERL_ORIGINAL_H

#include <EXTERN.h>
#include <perl.h>

/* Runs that perl with the switch and environment of this base. Call it before
 * Perl starts. */
void mh_original_ask(const char *perl, const char *switch_word);

/* Sets $^X and @INC to the original's. Call it before any code is compiled. */
void mh_original_apply(pTHX);

#endif
