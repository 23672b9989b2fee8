/*
 * pages.h - fewer page faults in children: most of the time of a short script
 * goes there. See docs/performance.md for what each of these gains.
 */
#ifndef MEHARI_PAGES_H
#define MEHARI_PAGES_H

#include <EXTERN.h>
#include <perl.h>

/*
 * What Perl allocates from here on lies together, in memory that nothing else
 * is in: children, which write to it, copy few pages.
 */
void mh_pages_separate(pTHX);

/*
 * What is allocated from here on, before Perl is started, has other addresses
 * than in other processes that are forked from the same one: nothing that is
 * seeded by an address is the same in all of them.
 */
void mh_pages_move(void);

#endif
