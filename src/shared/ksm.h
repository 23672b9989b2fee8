/*
 * ksm.h - the kernel keeps equal pages of a pool only once (KSM): the key merge
 * of PerlPool.
 *
 * fork() shares the pages from before it; KSM finds pages that became equal
 * afterwards, at the price of a kernel thread that compares pages. Runs in the
 * manager and in worker bases.
 */
#ifndef MEHARI_SHARED_KSM_H
#define MEHARI_SHARED_KSM_H

/*
 * Turns KSM on for this process and its forks. Before Linux 6.7 a program that
 * the process executes has to turn KSM on again. NULL, or a sentence that says
 * why nothing will be merged.
 */
const char *mh_ksm_merge(void);

#endif
