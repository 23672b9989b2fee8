/*
 * stack.h - where the Perl code of another process is.
 *
 * The stack is read from outside with process_vm_readv(2), so the process is
 * neither stopped nor signalled, and runs no code for the reader. The process
 * may be in the middle of anything, and its memory is the user's. So the reader
 * trusts nothing. Works as far as the kernel lets one process of a user look at
 * another: the other must be dumpable (prctl(2): a process that changed its
 * user is not, nor are its forks, until execve() or PR_SET_DUMPABLE), and where
 * Yama restricts ptrace the other must be a descendant.
 *
 * Runs in the manager, which has no Perl. It knows the structures of the perl
 * that mehari was built with, whose libperl it is linked with.
 */
#ifndef MEHARI_SHARED_PERL_STACK_H
#define MEHARI_SHARED_PERL_STACK_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define MH_STACK_FRAMES 50

struct interpreter;

/*
 * The address by which other processes find an interpreter of this process:
 * its own, or that of a list of perl's variables when perl was built for one
 * interpreter. 0 for NULL.
 */
uint64_t mh_stack_perl(const struct interpreter *perl);

/*
 * Writes a line for each frame, innermost first, each ending in a newline:
 *
 *     main::slow at /srv/cgi/x.pl line 12 (sleep)
 *     Some::Module::fetch at /srv/lib/Some/Module.pm line 120
 *     eval {...} at /srv/cgi/x.pl line 30
 *     main program at /srv/cgi/x.pl line 30
 *
 * Each line is a frame's place; in brackets is the operator that runs. A part
 * that could not be read is named in a last line in brackets. At most
 * MH_STACK_FRAMES frames; text is cut at a line's end when it is full. Returns
 * the length, without the NUL that follows; 0 only when size is too small.
 */
size_t mh_stack_read(pid_t pid, uint64_t perl, char *text, size_t size);

#endif
