/*
 * perl_stack.h - the Perl stack of a process that runs a request.
 */
#ifndef MEHARI_POOL_MANAGER_PERL_PERL_STACK_H
#define MEHARI_POOL_MANAGER_PERL_PERL_STACK_H

#include <stddef.h>

#include "pool/manager/perl/child.h"

/*
 * Writes the stack as mh_stack_read() does. It is empty if the process runs no
 * known Perl, or does not answer. A template makes a copy of its run for this
 * (mh_rollback_observer()); the function waits for the copy for at most a tenth
 * of a second.
 */
void mh_perl_stack_read(const mh_child_t *child, char *stack, size_t size);

#endif
