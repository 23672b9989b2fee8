/*
 * trial.h - a fork in which code is tried, in bases and zygotes.
 *
 * The process waits for its trial without a limit, because the manager ends a
 * process that takes too long, and its trial with it.
 */
#ifndef MEHARI_POOL_PERL_PRELOAD_TRIAL_H
#define MEHARI_POOL_PERL_PRELOAD_TRIAL_H

#include <sys/types.h>

/* Does what fork() does. The new process is killed when this one ends. */
pid_t mh_trial_fork(void);

#endif
