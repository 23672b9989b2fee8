/*
 * own_limits.h - the kernel's limits of the manager itself, and of the
 * processes below it that outlive a request.
 *
 * Any process of the pool's user may set them (prlimit), and a manager that may
 * not open files or start processes cannot serve. So it compares them now and
 * then, and puts them back.
 */
#ifndef MEHARI_POOL_MANAGER_PRIVILEGES_OWN_LIMITS_H
#define MEHARI_POOL_MANAGER_PRIVILEGES_OWN_LIMITS_H

#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>

/* Remembers them as they are. False and errno: they cannot be read. */
bool mh_own_limits_note(void);
/* False: one was changed, and the user may not change it back. */
bool mh_own_limits_keep(void);

/* Sets limits that differ in the processes below; a table of RLIM_NLIMITS, with
 * the manager's own before the first call. */
struct rlimit *mh_own_limits_below(void);
/* False: the process below has other limits than it was given. */
bool mh_own_limits_kept_by(pid_t pid);

#endif
