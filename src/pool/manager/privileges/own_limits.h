/*
 * own_limits.h - the kernel's limits of the manager itself.
 *
 * Any process of the pool's user may set them (prlimit), and a manager that may
 * not open files or start processes cannot serve. So it compares them now and
 * then, and puts them back.
 */
#ifndef MEHARI_POOL_MANAGER_PRIVILEGES_OWN_LIMITS_H
#define MEHARI_POOL_MANAGER_PRIVILEGES_OWN_LIMITS_H

#include <stdbool.h>

/* Remembers them as they are. False and errno: they cannot be read. */
bool mh_own_limits_note(void);
/* False: one was changed, and the user may not change it back. */
bool mh_own_limits_keep(void);

#endif
