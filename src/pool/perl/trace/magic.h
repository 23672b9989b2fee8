/*
 * magic.h - magic that the trace puts on a variable, and takes away. Runs in
 * zygotes.
 */
#ifndef MEHARI_POOL_PERL_TRACE_MAGIC_H
#define MEHARI_POOL_PERL_TRACE_MAGIC_H

#include <EXTERN.h>
#include <perl.h>

/*
 * Adds magic of the type PERL_MAGIC_ext. Other magic of the variable that is
 * running now stays off. Otherwise perl, which is about to take the new value
 * of $^T, would call the get magic first.
 */
void mh_trace_link(SV *sv, const MGVTBL *table, const char *name);

/*
 * Takes away magic that may be running now: perl looks at it once more on
 * return, so that it is not freed. table: of PERL_MAGIC_ext; else NULL.
 */
void mh_trace_unlink(SV *sv, int type, const MGVTBL *table);

#endif
