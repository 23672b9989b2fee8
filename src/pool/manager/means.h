/*
 * means.h - features of this kernel that a pool could use; for mehari doctor.
 * Runs in a process of its own.
 */
#ifndef MEHARI_POOL_MANAGER_MEANS_H
#define MEHARI_POOL_MANAGER_MEANS_H

/* The command line's word that asks for the list. */
#define MH_MEANS_WORD "--kernel"

/*
 * Prints a line for each tracker, which it tries, and for seccomp: name, yes or
 * no, and a reason. Returns an exit status.
 */
int mh_means_print(void);

#endif
