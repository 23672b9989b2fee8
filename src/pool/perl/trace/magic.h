/*
 * magic.h - magic that the trace puts on a variable, and takes away. Runs in
 * zygotes.
 */
#ifndef MEHARI_POOL_PERL_TRACE_MAGIC_H
#define MEHARI_POOL_PERL_TRACE_MAGIC_H

#include <EXTERN.h>
#include <perl.h>

/*
 * Takes away magic that may be running now: perl looks at it once more on
 * return, so that it is not freed. table: of PERL_MAGIC_ext; else NULL.
 */
void mh_trace_unlink(SV *sv, int type, const MGVTBL *table);

#endif
