/*
 * trap.h - signals for system calls without libc, and for reads of the
 * processor's clock.
 *
 * While the trace is on, the kernel turns each system call that is not made by
 * libc's own code into SIGSYS (PR_SET_SYSCALL_USER_DISPATCH), and each
 * instruction that reads the clock into SIGSEGV (PR_SET_TSC). The code that
 * made it is unshareable. If that code is ld.so's, the vdso's, this program's
 * or one of libc's other libraries, the signal handler makes the call instead.
 * Linux traps calls since 5.11, and both only on x86-64. elf.h says what is
 * done elsewhere.
 */
#ifndef MEHARI_POOL_PERL_TRACE_TRAP_H
#define MEHARI_POOL_PERL_TRACE_TRAP_H

#include <stdbool.h>

void mh_trap_on(void);
void mh_trap_off(void);

/* True if system calls without libc are trapped while the trace is on. */
bool mh_trap_sees_calls(void);

/*
 * Called when the guard has set its handler of SIGSEGV, or has removed it. The
 * clock is only trapped while there is a handler. Before that no Perl code can
 * read the clock, but perl's malloc() may.
 */
void mh_trap_handled(bool handled);

/*
 * True if the handler of SIGSEGV, with its context, was called for an
 * instruction that reads the clock. The instruction has then been reported. If
 * the trap is still there, it has also been carried out; otherwise it runs
 * again when the handler returns.
 */
bool mh_trap_clock(void *context);

#endif
