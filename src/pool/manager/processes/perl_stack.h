/*
 * perl_stack.h - the Perl stack of a process that runs a request.
 */
#ifndef MEHARI_POOL_MANAGER_PROCESSES_PERL_STACK_H
#define MEHARI_POOL_MANAGER_PROCESSES_PERL_STACK_H

#include <stddef.h>

#include "pool/manager/processes/child.h"

/*
 * Writes the stack as mh_stack_read() does; empty: the process runs no Perl
 * that is known, or does not answer. A template is waited for: at most a
 * tenth of a second, for a copy of its run (mh_rollback_observer()).
 */
void mh_perl_stack_read(const mh_child_t *child, char *stack, size_t size);

#endif
