/*
 * ksm.h - equal pages of a pool are kept once by the kernel (KSM): the key
 * merge of PerlPool.
 *
 * fork() shares the pages from before it; KSM finds pages that became equal
 * afterwards, at the price of a kernel thread that compares pages. Runs in the
 * manager and in worker bases.
 */
#ifndef MEHARI_SHARED_KSM_H
#define MEHARI_SHARED_KSM_H

/*
 * Turns KSM on for this process and all that it forks; a program that it
 * executes has to turn it on again where the kernel is older than 6.7. NULL, or
 * why nothing will be merged, in a sentence.
 */
const char *mh_ksm_merge(void);

#endif
