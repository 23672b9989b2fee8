/*
 * witness_trap.h - what a library asks without a function of libc: system calls
 * that its own code makes, and the processor's clock.
 *
 * While the witness is on, the kernel turns each system call that is not made
 * by libc's own code into SIGSYS (PR_SET_SYSCALL_USER_DISPATCH), and each
 * instruction that reads the clock into SIGSEGV (PR_SET_TSC). The code that
 * made it is told of; the calls of ld.so, of the kernel's vdso and of this
 * program are made for them. Where the kernel or the processor cannot (before
 * Linux 5.11, not x86-64), nothing is trapped.
 */
#ifndef MEHARI_WITNESS_TRAP_H
#define MEHARI_WITNESS_TRAP_H

#include <stdbool.h>

void mh_trap_on(void);
void mh_trap_off(void);

/*
 * In the handler of SIGSEGV, with its context: was it an instruction that reads
 * the clock? Then it has been told of, and done if the trap is still there;
 * else it runs again when the handler comes back.
 */
bool mh_trap_clock(void *context);

#endif
