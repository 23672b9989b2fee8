/*
 * syscalls.h - the system calls that seccomp=on knows.
 *
 * Two lists of names, by class: calls that a pool's processes may make, each
 * class with the reason why, and calls that are refused although the kernel has
 * them for everybody. A call in neither list does not exist for a pool. The
 * names are libseccomp's; the newest that was looked at is futex_requeue (456).
 *
 * docs/seccomp.md has both lists for users; t/pool/syscalls.t compares them
 * with the page, and with the answers that a pool's process gets.
 */
#ifndef MEHARI_POOL_MANAGER_PRIVILEGES_SYSCALLS_H
#define MEHARI_POOL_MANAGER_PRIVILEGES_SYSCALLS_H

/* One class: its names in one text, separated by spaces. */
typedef struct {
    const char *class;
    const char *names;
} mh_syscalls_t;

/* Both end with a class that is NULL. */
extern const mh_syscalls_t mh_syscalls_allowed[];
extern const mh_syscalls_t mh_syscalls_refused[];

#endif
