/*
 * pages.h - fewer page faults in children: most of the time of a short script
 * goes there. See docs/performance.md for what each of these gains.
 */
#ifndef MEHARI_POOL_PERL_PAGES_H
#define MEHARI_POOL_PERL_PAGES_H

#include <EXTERN.h>
#include <perl.h>

/*
 * Makes Perl's later allocations lie together, in memory of their own, so that
 * children that write to them copy few pages.
 */
void mh_pages_separate(pTHX);

/*
 * Shifts later allocations to other addresses than in other forks of the same
 * process, so that seeds made of addresses differ. Call it before Perl starts.
 */
void mh_pages_move(void);

#endif
