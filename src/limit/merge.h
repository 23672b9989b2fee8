/*
 * merge.h - pages of a pool that are the same are kept once (KSM): the key
 * merge of PerlPool.
 *
 * fork() shares what was there before it; this finds what became the same
 * afterwards, at the price of a thread of the kernel that compares pages.
 */
#ifndef MEHARI_LIMIT_MERGE_H
#define MEHARI_LIMIT_MERGE_H

/*
 * This process and all that it forks; what it executes has to ask anew where
 * the kernel is older than 6.7. NULL, or why nothing will be merged, in a
 * sentence.
 */
const char *mh_merge_pages(void);

#endif
