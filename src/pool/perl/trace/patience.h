/*
 * patience.h - ends a zygote's work ahead when it takes too much.
 *
 * A zygote runs a script as far as its first look. A script may compute for
 * minutes before it looks at anything, fill the memory, or walk through a file
 * system: that is work of a request, under a request's limits. So a timer
 * measures the zygote's processor time and memory, and counts the files that it
 * depends on. Beyond a limit, the zygote stops at the next operator of Perl, as
 * at a look.
 */
#ifndef MEHARI_POOL_PERL_TRACE_PATIENCE_H
#define MEHARI_POOL_PERL_TRACE_PATIENCE_H

#include <EXTERN.h>
#include <perl.h>

/*
 * Call it when all is compiled, with the trace on. Without timers of the system
 * there are no limits.
 */
void mh_patience_begin(pTHX);

/* Takes timer and handler back. Does nothing before mh_patience_begin(). */
void mh_patience_end(pTHX);

#endif
