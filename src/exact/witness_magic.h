/*
 * witness_magic.h - magic that the witness puts on a variable, and takes away.
 */
#ifndef MEHARI_WITNESS_MAGIC_H
#define MEHARI_WITNESS_MAGIC_H

#include <EXTERN.h>
#include <perl.h>

/*
 * Takes away magic that may be what runs now: perl looks at it once more when
 * it comes back, so that it is not freed. table: of PERL_MAGIC_ext; else NULL.
 */
void mh_witness_unlink(SV *sv, int type, const MGVTBL *table);

#endif
