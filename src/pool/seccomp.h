/*
 * seccomp.h - the system calls that the processes of a pool may make.
 *
 * Off unless PerlPool says seccomp=on. The manager sets the filter, once it has
 * given up its privileges; all that it forks and starts has it for good, and
 * nothing of that gains a privilege any more by setuid or setgid.
 *
 * What may be made is a list (syscalls.h). What is known and refused fails with
 * EPERM. What is not known, as it is newer than the list, fails with ENOSYS, as
 * on a kernel that has not got it, and programs take what they took before. The
 * manager is under the filter too.
 */
#ifndef MEHARI_POOL_SECCOMP_H
#define MEHARI_POOL_SECCOMP_H

#include <stdbool.h>
#include <stddef.h>

/* Sets the filter and sees that it works; false, and a sentence. */
bool mh_seccomp_take(char *why, size_t size);

#endif
