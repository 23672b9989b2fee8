/*
 * means.h - what of this kernel a pool could use; for mehari doctor.
 */
#ifndef MEHARI_MEANS_H
#define MEHARI_MEANS_H

/* The word of the command line that asks for it. */
#define MH_MEANS_WORD "--kernel"

/*
 * A line each on standard output, name, yes or no, and more about it: of the
 * ways in which memory can be put back, which it tries, and of seccomp. Returns
 * an exit status.
 */
int mh_means_print(void);

#endif
