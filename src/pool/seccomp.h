/*
 * seccomp.h - system calls that no process of a pool may make.
 *
 * Off unless PerlPool says seccomp=on. The manager sets the filter, once it has
 * given up its privileges; all that it forks and starts has it for good, and
 * nothing of that gains a privilege any more by setuid or setgid.
 *
 * What is refused is what a CGI program has no use for and what the kernel's
 * holes tend to be in. The manager itself needs the rest: so process_vm_readv()
 * (stack.c), pidfd_open() and prctl() stay open.
 */
#ifndef MEHARI_POOL_SECCOMP_H
#define MEHARI_POOL_SECCOMP_H

#include <stdbool.h>
#include <stddef.h>

/* Sets the filter and sees that it works; false, and a sentence. */
bool mh_seccomp_take(char *why, size_t size);

#endif
