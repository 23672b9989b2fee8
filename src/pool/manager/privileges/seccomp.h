/*
 * seccomp.h - a filter on the system calls that the processes of a pool may
 * make.
 *
 * Off unless PerlPool says seccomp=on. The manager sets the filter, once it has
 * given up its privileges. All processes below it have the filter for good, and
 * gain no privilege by setuid or setgid.
 *
 * Allowed calls are a list (syscalls.h). Calls that are known and refused fail
 * with EPERM. Calls newer than the list fail with ENOSYS, as on a kernel
 * without them, and programs fall back. The manager is under the filter too.
 */
#ifndef MEHARI_POOL_MANAGER_PRIVILEGES_SECCOMP_H
#define MEHARI_POOL_MANAGER_PRIVILEGES_SECCOMP_H

#include <stdbool.h>
#include <stddef.h>

/* Sets the filter and tests it; false, and a sentence. */
bool mh_seccomp_take(char *why, size_t size);

#endif
